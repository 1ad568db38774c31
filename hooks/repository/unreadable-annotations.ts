import { Annotation } from '../../api/names/annotations'
import { acknowledgement } from './deletion/deletion-rules'
import type { EventDraft } from './event-draft'
import type { Observed } from './observed'

/** Annotations of a user that cannot do what they were meant for. */
export const unreadableAnnotations = ({ repository: { metadata, status } }: Observed): ReadonlyArray<EventDraft> => {
  const ack = acknowledgement(metadata.annotations)
  const given = metadata.annotations?.[Annotation.allowReinitialize]
  return [
    ...(ack?._tag === 'Unreadable' ? [invalidMassDeletionAck(ack.text)] : []),
    ...(given !== undefined && status?.uniqueId !== undefined && status.phase !== 'Ready' && given !== status.uniqueId
      ? [invalidReinitializeAck(given, status.uniqueId)]
      : []),
  ]
}

const invalidMassDeletionAck = (text: string): EventDraft => ({
  type: 'Warning',
  reason: 'InvalidMassDeletionAck',
  action: 'CorrectAnnotation',
  message: `Annotation ${Annotation.allowMassDeletion} is no RFC3339 time and releases nothing: "${text.slice(0, 80)}". Copy the command from condition MassDeletionHeld.`,
  occasion: text,
})

const invalidReinitializeAck = (text: string, uniqueId: string): EventDraft => ({
  type: 'Warning',
  reason: 'InvalidReinitializeAck',
  action: 'CorrectAnnotation',
  message: `Annotation ${Annotation.allowReinitialize} is "${text.slice(0, 80)}", but the repository that would be given up is ${uniqueId}. Nothing is created.`,
  occasion: text,
})
