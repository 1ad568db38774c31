import * as t from 'io-ts'
import { restore } from '../../api/kinds/restore'
import { snapshot } from '../../api/kinds/snapshot'

/** What this hook reads of a decorator call. */
export const labelsRequest = t.type({ object: t.union([snapshot, restore]) })
export type LabelsRequest = t.TypeOf<typeof labelsRequest>
export type Labelled = LabelsRequest['object']
