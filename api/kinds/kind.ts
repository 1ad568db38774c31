import { withoutDefaults, type Schema } from '../schema'

export type PrintColumn = {
  readonly name: string
  readonly type: 'string' | 'integer' | 'boolean' | 'date'
  readonly jsonPath: string
  /** 1: shown by `-o wide` only. */
  readonly priority?: 1
}

/** What a CustomResourceDefinition says of one kind. */
export type Kind = {
  readonly kind: string
  /** One sentence, shown by `kubectl explain`. */
  readonly description: string
  readonly plural: string
  readonly scope: 'Namespaced' | 'Cluster'
  readonly shortName: string
  readonly categories: ReadonlyArray<string>
  readonly printColumns: ReadonlyArray<PrintColumn>
  readonly specSchema: Schema<unknown>
  readonly statusSchema: Schema<unknown>
}

export const defineKind = (parts: Omit<Kind, 'categories'>): Kind => ({
  ...parts,
  categories: ['kopiur'],
  statusSchema: withoutDefaults(parts.statusSchema),
})

export const column = (name: string, type: PrintColumn['type'], jsonPath: string): PrintColumn => ({
  name,
  type,
  jsonPath,
})

export const AGE: PrintColumn = column('Age', 'date', '.metadata.creationTimestamp')
