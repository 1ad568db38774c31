import type { RepositoryRef } from '../core/names'

/** A command to copy: `kubectl annotate repository main -n db key=value --overwrite`. */
export const annotateCommand = (ref: RepositoryRef, key: string, value: string): string =>
  ref.kind === 'Repository'
    ? `kubectl annotate repository ${ref.name} -n ${ref.namespace} ${key}=${value} --overwrite`
    : `kubectl annotate clusterrepository ${ref.name} ${key}=${value} --overwrite`
