import { Annotation } from '../../../api/names/annotations'
import { credentialSecrets } from '../../core/repository'
import type { Instant } from '../../core/time/instant'
import { annotateCommand } from '../annotate-command'
import type { Observed } from '../observed'
import { discoveryName } from './discovery-job'
import type { FoldRules } from './fold'
import { probeRules } from './probe-rules'

export const foldRules = (observed: Observed, now: Instant): FoldRules => {
  const { ref, repository, namespace } = observed
  const { password, backend } = credentialSecrets(repository.spec)
  const uniqueId = repository.status?.uniqueId
  return {
    probe: probeRules(repository),
    now,
    generation: repository.metadata.generation,
    facts: {
      job: `${namespace}/${discoveryName(ref.name)}`,
      password: `key ${password.key} of Secret ${namespace}/${password.secret}`,
      keys: `Secret ${namespace}/${backend ?? password.secret}`,
      ...(uniqueId === undefined ? {} : { uniqueId }),
      reinitialize: annotateCommand(ref, Annotation.allowReinitialize, uniqueId ?? ''),
    },
  }
}
