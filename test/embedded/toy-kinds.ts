import { customKind } from '../../embedded/api/kinds/custom'
import type { KindDefinition } from '../../embedded/api/kind-definition'

const schema = {
  type: 'object',
  properties: {
    apiVersion: { type: 'string' },
    kind: { type: 'string' },
    metadata: { type: 'object' },
    spec: {
      type: 'object',
      properties: {
        n: { type: 'integer', minimum: -5, maximum: 1000 },
        dfl: { type: 'string', default: 'D' },
        mode: { type: 'string', enum: ['A', 'B'] },
        text: { type: 'string', minLength: 2, maxLength: 5, pattern: '^[a-z]+$' },
        free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
        maybe: { type: 'string', nullable: true },
        labels: { type: 'object', additionalProperties: { type: 'string' } },
        one: { type: 'object', properties: { a: { type: 'string' }, b: { type: 'string' } } },
        fixed: { type: 'string' },
        items: {
          type: 'array',
          maxItems: 3,
          'x-kubernetes-list-type': 'map',
          'x-kubernetes-list-map-keys': ['name'],
          items: {
            type: 'object',
            required: ['name'],
            properties: { name: { type: 'string' }, size: { type: 'integer' } },
            'x-kubernetes-validations': [
              { rule: 'self.size >= oldSelf.size', message: 'size must not shrink', fieldPath: '.size' },
            ],
          },
        },
      },
      'x-kubernetes-validations': [
        { rule: '!has(self.one) || [has(self.one.a), has(self.one.b)].exists_one(x, x)', message: 'one of a and b' },
        {
          rule: '!has(oldSelf.fixed) || self.fixed == oldSelf.fixed',
          messageExpression: "'fixed was ' + oldSelf.fixed",
        },
        { rule: '!has(self.n) || self.n + 1 != 14', message: 'not thirteen' },
      ],
    },
    status: {
      type: 'object',
      properties: {
        observedGeneration: { type: 'integer' },
        phase: { type: 'string', maxLength: 20 },
        count: { type: 'integer' },
        note: { type: 'string' },
        when: { type: 'string', format: 'date-time' },
      },
    },
  },
}

const definition = (kind: string, plural: string, scope: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.toy.example.io` },
  spec: {
    group: 'toy.example.io',
    scope,
    names: { kind, plural },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: schema },
        subresources: { status: {} },
        additionalPrinterColumns: [
          { name: 'Phase', type: 'string', jsonPath: '.status.phase' },
          { name: 'N', type: 'integer', jsonPath: '.spec.n' },
          { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
        ],
      },
    ],
  },
})

export const toyDefinitions = [
  definition('Policy', 'policies', 'Namespaced'),
  definition('Snap', 'snaps', 'Namespaced'),
  definition('Repo', 'repos', 'Namespaced'),
  definition('Restore', 'restores', 'Namespaced'),
  definition('ClusterRepo', 'clusterrepos', 'Cluster'),
]

/** The kinds of the recorded bodies: `Policy`, `Snap`, `Repo`, `Restore` and the cluster-scoped `ClusterRepo`. */
export const toyKinds: ReadonlyArray<KindDefinition> = toyDefinitions.map(customKind)

export const TOY = 'toy.example.io/v1'
