import { kustomization, kustomizations, yamlFiles } from './product'

const LISTING = [
  'crds',
  'composite-controllers',
  'decorator-controllers',
  'decorator-controllers/csi-snapshots',
  ...kustomizations('manifests'),
]

describe('a kustomization lists exactly the files beside it', () => {
  it.each(LISTING)('%s', (folder) => {
    const files = (kustomization(folder).resources ?? []).filter((one) => !one.startsWith('..'))
    expect([...files].sort()).toEqual(yamlFiles(folder))
  })
})

it('the install is one folder: kinds, service and both sorts of controllers', () => {
  expect(kustomization('manifests/overlays/cluster').resources).toEqual([
    '../../../crds',
    '../../base',
    '../../../composite-controllers',
    '../../../decorator-controllers',
  ])
})
