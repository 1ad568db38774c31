import { aBoolean, aNumber, anObject, objects, texts } from './decode-answer'

export const COMPOSITE_FIELDS = {
  status: anObject,
  children: objects,
  resyncAfterSeconds: aNumber,
  finalized: aBoolean,
}

export const DECORATOR_FIELDS = {
  labels: texts,
  annotations: texts,
  status: anObject,
  attachments: objects,
  resyncAfterSeconds: aNumber,
  finalized: aBoolean,
}
