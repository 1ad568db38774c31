import * as E from 'fp-ts/Either'
import { pipe } from 'fp-ts/function'
import type { Restore } from '../../api/kinds/restore'
import type { RestoreOperation } from '../../api/mover/work-spec'
import { formatInstant } from '../core/time/instant'
import type { Circumstances } from '../hook'
import type { Choice } from './choice'
import type { NamedLayer } from '../core/mover-job'
import { runCredentials, trustStore, type RunCredentials } from './credentials'
import { inheritedLayer } from './inherited'
import { noJobYet } from './existing-job'
import { moverLayers, restoreJob } from './job'
import { lastingCache } from './lasting-cache'
import { namespaceOf } from './names'
import { moverPermitted } from './permission'
import type { Plan } from './plan'
import { onMissing } from './source/resolve'
import { colocation } from './target/colocation'
import { freeClaim } from './target/free-claim'
import { ownTurn, rivalsFor } from './target/own-turn'
import { readyClaim } from './target/ready-claim'
import { both, type Step } from './walk'
import { waitWindow } from './window'

/** Everything a run needs is looked at; what is missing first is told first. Then its Job is made. */
export const prepare = (
  restore: Restore,
  choice: Choice,
  run: { readonly job: string; readonly reason: string },
  circumstances: Circumstances,
): Step<Plan> =>
  pipe(
    both(
      surroundings(restore, choice, circumstances),
      both(readyClaim(restore, circumstances), noJobYet(restore, run.job, circumstances)),
    ),
    E.chain(([around, [claim]]) =>
      pipe(
        both(
          both(colocation(claim, choice.repository.object, circumstances), freeClaim(restore, claim, circumstances)),
          both(
            lastingCache(restore, around.layers, claim, circumstances),
            rivalsFor(restore, claim.metadata.name, circumstances),
          ),
        ),
        E.map(([[node], [cache, rivals]]) => ({ ...around, claim: claim.metadata.name, node, cache, rivals })),
      ),
    ),
    E.chain((found) =>
      pipe(
        restoreJob(
          restore,
          { ...found, ...operation(restore, choice, circumstances), name: run.job, repository: choice.repository },
          circumstances,
        ),
        E.chainFirst(() => ownTurn(restore, found.claim, found.rivals)),
        E.map((job): Plan => ({
          _tag: 'Start',
          job,
          reason: run.reason,
          effects: [...found.credentials.copies, ...found.cache.effects],
        })),
      ),
    ),
  )

interface Surroundings {
  readonly credentials: RunCredentials
  readonly caBundle: string | undefined
  readonly layers: ReadonlyArray<NamedLayer>
}

const surroundings = (restore: Restore, { repository }: Choice, circumstances: Circumstances): Step<Surroundings> => {
  const namespace = namespaceOf(restore)
  return pipe(
    both(
      pipe(
        inheritedLayer(restore, circumstances),
        E.map((inherited) => moverLayers(restore, repository, inherited)),
        E.chain((layers) =>
          pipe(
            moverPermitted(namespace, layers, circumstances),
            E.map(() => layers),
          ),
        ),
      ),
      both(runCredentials(restore, repository, circumstances), trustStore(namespace, repository, circumstances)),
    ),
    E.map(([layers, [credentials, caBundle]]) => ({ layers, credentials, caBundle })),
  )
}

const operation = (
  restore: Restore,
  choice: Choice,
  { now }: Circumstances,
): Pick<RestoreOperation, 'source' | 'anchor'> => {
  switch (choice._tag) {
    case 'Snapshot':
      return {
        source: { snapshotId: choice.snapshotId },
        ...(choice.anchor === undefined ? {} : { anchor: choice.anchor }),
      }
    case 'Search': {
      const window = waitWindow(restore, now)
      return {
        source: {
          resolve: {
            ...choice.selector,
            onMissing: onMissing(restore),
            ...(window._tag === 'None' ? {} : { waitUntil: formatInstant(window.until) }),
          },
        },
      }
    }
  }
}
