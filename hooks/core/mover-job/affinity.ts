import type { Opaque } from './mover-layer'

/** Adds the node to every required term: terms are alternatives, so one without it would be a way around. */
export const pinToNode = (affinity: Opaque | undefined, node: string | undefined): Opaque | undefined => {
  if (node === undefined) return affinity
  const nodeAffinity = fields(affinity?.['nodeAffinity'])
  const required = fields(nodeAffinity[REQUIRED])
  const terms = list(required['nodeSelectorTerms'])
  return {
    ...affinity,
    nodeAffinity: {
      ...nodeAffinity,
      [REQUIRED]: { ...required, nodeSelectorTerms: (terms.length === 0 ? [{}] : terms).map(withNode(node)) },
    },
  }
}

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'

const withNode = (node: string) => (term: unknown) => ({
  ...fields(term),
  matchExpressions: [
    ...list(fields(term)['matchExpressions']),
    { key: 'kubernetes.io/hostname', operator: 'In', values: [node] },
  ],
})

const fields = (value: unknown): Opaque => (typeof value === 'object' && value !== null ? { ...value } : {})
const list = (value: unknown): ReadonlyArray<unknown> => (Array.isArray(value) ? value : [])
