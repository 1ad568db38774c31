import { SNAPSHOT_API } from '../core/kube'
import { chain, end, go, listStep, readStep, type Step } from '../core/step'
import { failed, unreadable, type Move } from './move'
import { snapshotClass, snapshotClassRef, type SnapshotClass } from './objects'
import type { Recipe } from './recipe'
import type { Scene } from './scene'

const IS_DEFAULT = 'snapshot.storage.kubernetes.io/is-default-class'
const ALL = { _tag: 'List', apiVersion: SNAPSHOT_API, kind: 'VolumeSnapshotClass', labelSelector: {} } as const

/** What is read to choose a class, which the source does not decide. */
export const classesAhead = ({ reads }: Scene, { spec, method }: Recipe): Step<unknown, never> =>
  method === 'Clone' || (spec.volumeSnapshotClassName ?? '') !== '' ? go(true) : listStep(snapshotClass, reads, ALL)

/** The class that the policy names, else the one of the driver; of several the one that is marked as the default. */
export const snapshotClassOf = (scene: Scene, { spec }: Recipe, driver: string): Step<string, Move> => {
  const named = spec.volumeSnapshotClassName ?? ''
  return named === '' ? classOfDriver(scene, driver) : classOfName(scene, named)
}

const classOfName = ({ reads }: Scene, name: string): Step<string, Move> =>
  chain(readStep(snapshotClass, reads, snapshotClassRef(name)), (read) =>
    read._tag === 'Missing'
      ? end(failed(none(`VolumeSnapshotClass ${name}, which the policy names, does not exist.`)))
      : read._tag === 'Forbidden'
        ? end(unreadable('VolumeSnapshotClasses'))
        : go(name),
  )

const classOfDriver = ({ reads }: Scene, driver: string): Step<string, Move> =>
  chain(listStep(snapshotClass, reads, ALL), (listed) => {
    if (listed._tag !== 'Listed') return end(unreadable('VolumeSnapshotClasses'))
    const own = listed.items.filter((one) => one.driver === driver)
    const [only, ...others] = own.length > 1 ? own.filter(isDefault) : own
    return only !== undefined && others.length === 0
      ? go(only.metadata.name)
      : end(failed(none(own.length === 0 ? `There is none of driver ${driver}.` : several(own))))
  })

const isDefault = ({ metadata }: SnapshotClass): boolean => metadata.annotations?.[IS_DEFAULT] === 'true'

const several = (classes: ReadonlyArray<SnapshotClass>): string => {
  const names = classes.map(({ metadata }) => metadata.name).sort()
  return `Several fit (${names.join(', ')}), and not exactly one of them is marked as the default.`
}

const none = (why: string) => ({
  reason: 'NoVolumeSnapshotClass',
  message: `No VolumeSnapshotClass could be chosen. ${why} Set spec.volumeSnapshotClassName of the policy or create the class, then make a new Snapshot.`,
})
