import { mapPath } from '../../mover/path-map'

const map = mapPath({ '/repo': '/state/repo', '/repo/deep': '/other', '/data/': '/state/data/' })

describe('a path of the container', () => {
  it.each([
    ['/repo', '/state/repo'],
    ['/repo/x', '/state/repo/x'],
    ['/repo/deep/x', '/other/x'],
    ['/repository', '/repository'],
    ['/data', '/state/data'],
    ['/data/x', '/state/data/x'],
    ['/elsewhere', '/elsewhere'],
  ])('%s lies at %s', (path, expected) => {
    expect(map(path)).toBe(expected)
  })

  it('stays as it is without a map', () => {
    expect(mapPath({})('/repo')).toBe('/repo')
  })
})
