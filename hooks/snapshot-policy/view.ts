import type { Row } from './row'
import type { Standing } from './standing'
import type { Target } from './target'

/** A policy as it is looked at. */
export interface View {
  readonly targets: ReadonlyArray<Target>
  readonly standing: Standing
  readonly rows: ReadonlyArray<Row>
}
