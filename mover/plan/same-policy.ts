import type { PolicyDocument } from '../kopia/policy'

type Section = Readonly<Record<string, unknown>>

const isSection = (value: unknown): value is Section =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

// kopia adds `scheduling.manual` by itself with each snapshot of an overridden source, and prints empty sections.
const ADDED_BY_KOPIA = 'scheduling'

const isEmpty = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : isSection(value) && Object.keys(value).length === 0

const canonical = (value: unknown): unknown =>
  isSection(value)
    ? Object.fromEntries(
        Object.keys(value)
          .sort()
          .map((key) => [key, canonical(value[key])] as const)
          .filter(([, inner]) => !isEmpty(inner)),
      )
    : value

const comparable = (document: Section): string => {
  const { [ADDED_BY_KOPIA]: _scheduling, ...rest } = document
  return JSON.stringify(canonical(rest))
}

const manualOnly = (scheduling: unknown): boolean =>
  scheduling === undefined ||
  JSON.stringify(canonical(scheduling)) === '{"manual":true}' ||
  JSON.stringify(scheduling) === '{}'

/** True when the stored policy already is the wanted one, so that it need not be written again. */
export const samePolicy = (wanted: PolicyDocument, stored: Section | undefined): boolean =>
  stored !== undefined && manualOnly(stored[ADDED_BY_KOPIA]) && comparable(wanted) === comparable(stored)
