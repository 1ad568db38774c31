import type { Json } from '../../api/kubernetes/json'
import type { KubeObject } from '../../api/kubernetes/object'
import { valuesAt } from './json-path'
import type { KindDefinition } from './kind-definition'
import type { PrinterColumn } from './printer-column'
import { shortDuration } from './short-duration'

/** What `get` shows: cells as text, one row for each object. */
export interface Table {
  readonly headers: ReadonlyArray<string>
  readonly rows: ReadonlyArray<ReadonlyArray<string>>
}

export interface TableOptions {
  /** Milliseconds, for ages. */
  readonly now: number
  /** Columns of lower priority too, as with `-o wide`. */
  readonly wide?: boolean
  readonly withNamespace?: boolean
}

const AGE: PrinterColumn = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' }

export const printerTable = (
  kind: KindDefinition,
  objects: ReadonlyArray<KubeObject>,
  options: TableOptions,
): Table => {
  const declared = kind.columns.length === 0 ? [AGE] : kind.columns
  const columns = declared.filter(({ priority }) => options.wide === true || (priority ?? 0) === 0)
  const identity = (object: KubeObject): ReadonlyArray<string> =>
    options.withNamespace === true ? [object.metadata.namespace ?? '', object.metadata.name] : [object.metadata.name]
  return {
    headers: [
      ...(options.withNamespace === true ? ['NAMESPACE'] : []),
      'NAME',
      ...columns.map(({ name }) => name.toUpperCase()),
    ],
    rows: objects.map((object) => [...identity(object), ...columns.map((column) => cell(column, object, options.now))]),
  }
}

const cell = ({ jsonPath, type }: PrinterColumn, object: KubeObject, now: number): string => {
  const [value] = valuesAt(jsonPath, object as unknown as Json)
  if (value === undefined || value === null) return ''
  if (type !== 'date' || typeof value !== 'string')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  const time = Date.parse(value)
  return Number.isNaN(time) ? '<invalid>' : shortDuration(Math.max(0, now - time))
}

/** Lines with columns as wide as their widest cell and three spaces between them. */
export const formatTable = ({ headers, rows }: Table): string => {
  const widths = headers.map((header, column) =>
    Math.max(header.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: ReadonlyArray<string>): string =>
    row
      .map((text, column) => text.padEnd(widths[column] ?? 0))
      .join('   ')
      .trimEnd()
  return [headers, ...rows].map(line).join('\n')
}
