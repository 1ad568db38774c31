import type { Check } from './check'

/** Without apiVersion, kind or name the other children and the status would be written all the same. */
export const childrenIdentified: Check = (_call, decision) =>
  decision.children.flatMap(({ object }, index) =>
    isText(object.apiVersion) && isText(object.kind) && isText(object.metadata?.name)
      ? []
      : [`child ${index} lacks apiVersion, kind or metadata.name`],
  )

const isText = (u: unknown): boolean => typeof u === 'string' && u !== ''
