/** One column of `get`, as a CustomResourceDefinition declares it. */
export interface PrinterColumn {
  readonly name: string
  /** string, integer, number, boolean or date. */
  readonly type: string
  readonly jsonPath: string
  readonly priority?: number
  readonly description?: string
}
