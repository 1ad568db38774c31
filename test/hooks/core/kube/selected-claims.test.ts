import { needKey } from '../../../../hooks/need'
import { claimsNeed, readClaims } from '../../../../hooks/core/kube'

const claim = (name: string, labels: Record<string, string> = {}) => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { name, namespace: 'db', labels },
})

it.each(['staged-source', 'mover-cache'])(
  'a selector that matches everything does not mean a claim of ours: %s',
  (of) => {
    const everything = { pvcSelector: {} }
    const items = [claim('data'), claim('ours', { 'kopiur.home-operations.com/component': of })]
    const reads = new Map([[needKey(claimsNeed(everything, 'db')), { _tag: 'Listed', items } as const]])
    const read = readClaims(reads, everything, 'db')
    expect(read._tag === 'Listed' && read.items.map(({ metadata }) => metadata.name)).toEqual(['data'])
  },
)
