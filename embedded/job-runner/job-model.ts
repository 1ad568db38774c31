import type { KubeObject } from '../../api/kubernetes/object'

/** How one attempt of a modelled Job goes. */
export type ModelledRun =
  /** Ends by itself. */
  | {
      readonly _tag: 'Ends'
      readonly afterMs: number
      readonly exitCode: number
      /** Called at the end, before the Job is: does what the mover did and says what it reports as annotations. */
      readonly report?: () => { readonly [annotation: string]: string }
    }
  /** Goes on until it is ended from outside, or by its deadline. */
  | { readonly _tag: 'Hangs' }

/** Asked once for each attempt, when it starts; the first one has number 1. */
export type JobModel = (job: KubeObject, attempt: number) => ModelledRun

/** Every attempt hangs: for tests that say themselves how Jobs end. */
export const hanging: JobModel = () => ({ _tag: 'Hangs' })
