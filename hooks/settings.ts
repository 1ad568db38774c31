/** What the service was started with; the same for every call. */
export interface Settings {
  /** Namespace the service runs in; home of ClusterRepository Jobs whose Secret names none. */
  readonly operatorNamespace: string
  /** Absent: cluster scope. Present: only objects of this namespace are acted on. */
  readonly onlyNamespace?: string
  readonly mover: MoverSettings
}

export interface MoverSettings {
  readonly image: string
  readonly imagePullPolicy?: 'Always' | 'IfNotPresent' | 'Never'
  readonly imagePullSecrets: ReadonlyArray<string>
  readonly serviceAccount: string
  /** False where movers are processes of one machine: without pods, kubelet and accounts. */
  readonly inPods?: false
  /** Seconds between two progress reports on the Job. */
  readonly progressIntervalSeconds: number
}
