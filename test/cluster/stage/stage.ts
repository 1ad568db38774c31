import type { KubeClient } from '../../../api/kubernetes/client'
import type { KubeObject } from '../../../api/kubernetes/object'
import type { WebDav } from './web-dav'

/** A bound volume whose files the test can reach. */
export interface Volume {
  readonly claim: string
  readonly folder: string
}

/** A volume that can be full. */
export interface SmallVolume extends Volume {
  /** Takes all the room that is left. */
  readonly fill: () => Promise<void>
  /** Gives back what `fill` took. */
  readonly makeRoom: () => Promise<void>
  readonly resize: (mebibytes: number) => Promise<void>
}

export interface ObjectStore {
  readonly endpoint: string
  readonly bucket: string
  readonly accessKey: string
  readonly secretKey: string
  readonly stop: () => Promise<void>
  readonly start: () => Promise<void>
}

/** What only a real cluster can suffer. */
export interface Faults {
  readonly killHooks: () => Promise<void>
  readonly killEngine: () => Promise<void>
  readonly stopApiServer: (seconds: number) => Promise<void>
  /** Kills the pods of a Job at once. */
  readonly killPods: (job: string) => Promise<void>
}

/** Where a scenario plays: one namespace of its own in a real or an embedded cluster. */
export interface Stage {
  readonly name: 'real' | 'embedded'
  readonly namespace: string
  readonly kube: KubeClient
  /** Creates or updates objects; `NAMESPACE` in the text stands for the stage's own. */
  readonly apply: (manifests: string) => Promise<void>
  readonly volume: (claim: string) => Promise<Volume>
  /** A bound volume of so many MiB and no more; where one is root, and the provider lets one into its node. */
  readonly smallVolume?: (claim: string, mebibytes: number) => Promise<SmallVolume>
  /** Where the test reaches the files of a claim that the product has made. */
  readonly folderOf: (claim: string) => Promise<string>
  readonly objectStore: (bucket: string) => Promise<ObjectStore>
  readonly webDav: (name: string) => Promise<WebDav>
  readonly faults?: Faults
}

export type Kind = 'Repository' | 'SnapshotPolicy' | 'Snapshot' | 'SnapshotSchedule' | 'Restore' | 'Maintenance'

/** One scenario: a sentence, the rows of the catalogue it shows, and what happens. */
export interface Scenario {
  readonly name: string
  /** Where it can play; both when absent. */
  readonly only?: Stage['name']
  readonly play: (stage: Stage) => Promise<void>
  /** Limit in seconds; 180 when absent. */
  readonly limitSeconds?: number
}

export type { KubeObject }
