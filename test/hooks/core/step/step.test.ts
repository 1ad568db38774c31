import { ask, both, chain, end, go, together, type Step } from '../../../../hooks/core/step'
import { getNeed } from '../../../../hooks/need'

const need = (name: string) => getNeed({ apiVersion: 'v1', kind: 'Thing', name })

describe('steps', () => {
  it('go on with the value, and stop where one asks or ends', () => {
    const next = (value: number): Step<number, string> => go(value + 1)
    expect(chain(go(1), next)).toEqual(go(2))
    expect(chain(ask([need('a')]), next)).toEqual(ask([need('a')]))
    expect(chain(end('no'), next)).toEqual(end('no'))
  })
  it('that are taken together ask at once', () => {
    const steps: ReadonlyArray<Step<number, string>> = [ask([need('a')]), go(1), ask([need('b')])]
    expect(together(steps)).toEqual(ask([need('a'), need('b')]))
    expect(together<number, string>([go(1), go(2)])).toEqual(go([1, 2]))
    expect(both(go(1), go('one'))).toEqual(go([1, 'one']))
  })
  it('end with the first that does, once those before it have been read', () => {
    expect(together<number, string>([go(1), end('first'), ask([need('a')]), end('second')])).toEqual(end('first'))
    expect(together<number, string>([ask([need('a')]), end('first')])).toEqual(ask([need('a')]))
  })
})
