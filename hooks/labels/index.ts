/** Labels by which policies and repositories find Snapshots and Restores. */
import * as E from 'fp-ts/Either'
import { hook, type Circumstances, type Controller } from '../hook'
import type { Step } from '../core/step'
import type { LabelMove } from './label-move'
import { labelsRequest, type Labelled, type LabelsRequest } from './request'
import { restoreLabels } from './restore-labels'
import { snapshotLabels } from './snapshot-labels'

const labelStep = (object: Labelled, circumstances: Circumstances): Step<LabelMove, never> =>
  isOutOfScope(object, circumstances)
    ? { _tag: 'Go', value: { labels: {} } }
    : object.kind === 'Snapshot'
      ? snapshotLabels(object, circumstances)
      : restoreLabels(object, circumstances)

const isOutOfScope = ({ metadata }: Labelled, { settings }: Circumstances): boolean =>
  settings.onlyNamespace !== undefined && settings.onlyNamespace !== metadata.namespace

const answers = hook<LabelsRequest>({
  codec: labelsRequest,
  needs: ({ object }, circumstances) => {
    const step = labelStep(object, circumstances)
    return step._tag === 'Ask' ? step.needs : []
  },
  decide: ({ object }, circumstances) => {
    const step = labelStep(object, circumstances)
    return step._tag === 'Go'
      ? E.right({ ...step.value, children: [], effects: [] })
      : E.left({ _tag: 'CannotAnswer', why: 'the policy has not been read' })
  },
})

export const labels: Controller = { name: 'labels', type: 'decorator', sync: answers }
