import { counted } from './counted'
import type { ObjectMetric } from './object-metric'

export const unreadableObjects: ObjectMetric = {
  name: 'kopiur_objects_unreadable',
  help: 'Objects that do not have the shape of their kind, so that no other metric tells of them',
  labels: ['kind'],
  needs: [],
  samples: ({ unreadable }) => counted(unreadable.map(({ kind }) => ({ kind }))),
}
