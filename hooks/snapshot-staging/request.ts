import * as t from 'io-ts'
import { snapshot } from '../../api/kinds/snapshot'
import { objectMap } from '../../api/metacontroller/sync'

/** What this hook reads of a decorator call. */
export const stagingRequest = t.type({ object: snapshot, attachments: objectMap })
export type StagingRequest = t.TypeOf<typeof stagingRequest>
