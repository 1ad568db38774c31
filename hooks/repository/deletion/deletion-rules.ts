import * as O from 'fp-ts/Option'
import { pipe } from 'fp-ts/function'
import { Annotation } from '../../../api/names/annotations'
import { parseInstant, type Instant } from '../../core/time/instant'
import type { Observed } from '../observed'
import { isServing } from '../../core/repository'
import type { DeletionRules } from './settle'

const DEFAULT_THRESHOLD = 10

export const deletionRules = ({ repository }: Observed, now: Instant): DeletionRules => {
  const { metadata, spec } = repository
  const acknowledged = acknowledgement(metadata.annotations)
  return {
    protection: {
      threshold: spec.deletionProtection?.threshold ?? DEFAULT_THRESHOLD,
      ...(acknowledged?._tag === 'Until' ? { acknowledged: acknowledged.at } : {}),
    },
    maxLive: spec.concurrency?.maxConcurrentDeleteJobs ?? 1,
    mayFire:
      spec.suspend !== true &&
      spec.mode !== 'ReadOnly' &&
      metadata.deletionTimestamp === undefined &&
      isServing(repository),
    now,
  }
}

export type Acknowledgement =
  { readonly _tag: 'Until'; readonly at: Instant } | { readonly _tag: 'Unreadable'; readonly text: string }

/** The annotation `allow-mass-deletion`; one that is no time releases nothing. */
export const acknowledgement = (
  annotations: { readonly [key: string]: string } | undefined,
): Acknowledgement | undefined => {
  const text = annotations?.[Annotation.allowMassDeletion]
  return text === undefined
    ? undefined
    : pipe(
        parseInstant(text),
        O.match(
          (): Acknowledgement => ({ _tag: 'Unreadable', text }),
          (at): Acknowledgement => ({ _tag: 'Until', at }),
        ),
      )
}
