/** An image as an OCI archive on this machine, with the names that pods ask for in it. */
export interface ImageArchive {
  /** What a person calls it. */
  readonly name: string
  readonly file: string
}

export interface ClusterOptions {
  /** 0 to 9: clusters of different numbers run side by side. */
  readonly number: number
  readonly images: ReadonlyArray<ImageArchive>
  /** Write the API server's audit log (level Metadata) here. */
  readonly auditLog?: string
}

export interface Cluster {
  readonly number: number
  /** Path of an administrator's kubeconfig. */
  readonly kubeconfig: string
  /** Path of a kubectl of the cluster's version. */
  readonly kubectl: string
  /** Address at which pods reach servers of this machine. */
  readonly hostAddress: string
  /** A folder for what tests keep on this machine while the cluster runs; it goes with the cluster. */
  readonly scratch: string
  /** Folder of this machine that holds the files of a dynamically provisioned volume, where the provider knows it. */
  readonly volumeFolder?: (volumeHandle: string) => string
  /** Whether it serves snapshot.storage.k8s.io, with a driver behind it. */
  readonly volumeSnapshots?: true
  /** The way into the mount namespace of its node, where the provider has one. */
  readonly inside?: { readonly command: ReadonlyArray<string>; readonly root: string }
  /** Stops the API server for a while without losing its data. */
  readonly freezeApiServer: () => Promise<void>
  readonly thawApiServer: () => Promise<void>
}

/** Where a cluster comes from. */
export interface ClusterProvider {
  readonly name: 'local' | 'kind'
  /** Fails with what this machine lacks. */
  readonly check: () => Promise<void>
  /** Starts the cluster, or gives the one that runs already under this number. */
  readonly up: (options: ClusterOptions) => Promise<Cluster>
  /** The living process that started the cluster of this number and still uses it, if it is another one. */
  readonly user: (number: number) => number | undefined
  /** Stops it and leaves nothing behind; also after a harness that was killed. */
  readonly down: (number: number) => Promise<void>
}
