import type { Snapshot } from '../../../api/kinds/snapshot'

/** What a phase asks for. A phase that is not known here is left alone. */
export type Stage = 'launch' | 'run' | 'finished' | 'deleting' | 'unknown'

export const stageOf = ({ status }: Pick<Snapshot, 'status'>): Stage => {
  switch (status?.phase) {
    case undefined:
    case 'Pending':
      return 'launch'
    case 'Running':
      return 'run'
    case 'Succeeded':
    case 'Unchanged':
    case 'Failed':
    case 'Discovered':
      return 'finished'
    case 'Deleting':
      return 'deleting'
    default:
      return 'unknown'
  }
}
