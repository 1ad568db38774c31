import { join } from 'node:path'
import type { KubeObject } from '../../../api/kubernetes/object'
import { Annotation } from '../../../api/names/annotations'
import { readText } from './attempt-folder'

const FILES = [
  [Annotation.outcome, 'outcome.json'],
  [Annotation.progress, 'progress.json'],
] as const

/** Annotations that the newest reports of a Job's attempts change; folders in the order of attempts. */
export const reportChanges = (job: KubeObject, folders: ReadonlyArray<string>): { readonly [key: string]: string } =>
  Object.fromEntries(
    FILES.flatMap(([annotation, file]) => {
      const texts = folders.flatMap((folder) => readText(join(folder, file)) ?? [])
      const newest = texts[texts.length - 1]
      return newest === undefined || newest === job.metadata.annotations?.[annotation] ? [] : [[annotation, newest]]
    }),
  )
