import { issue, newAuthority } from '../../../hooks/shell/tls/authority'
import { servedNames } from '../../../hooks/shell/tls/certificate-store'
import { untilAdmitted } from '../install'
import { folderRepository, secret, together } from '../stage/manifests'
import { eventually, inPhase } from '../stage/see'
import { rendered } from '../rendered'
import type { World } from '../world'
import { installWith } from './manifests'
import type { InstallationScenario } from './scenario'
import { rollOut, untilAllTrust } from './trust'

const SYSTEM = 'kopiur-system'
const PLACE = { namespace: SYSTEM, secret: 'kopiur-hooks-tls', service: 'kopiur-hooks' }
/** A kubelet looks at the Secrets of its volumes about once a minute. */
const KUBELET = { limitSeconds: 180 }

/** Puts a certificate of an authority of one's own in the Secret; gives that authority. */
const bringCertificate = async ({ kubectl }: World): Promise<string> => {
  const authority = await newAuthority(Date.now())
  const { certificate, key } = await issue(authority, servedNames(PLACE), Date.now())
  await kubectl.run(['-n', SYSTEM, 'delete', 'secret', PLACE.secret, '--ignore-not-found'])
  const object = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: PLACE.secret, namespace: SYSTEM },
    type: 'kubernetes.io/tls',
    stringData: { 'tls.crt': certificate, 'tls.key': key, 'ca.crt': authority.certificate },
  }
  await kubectl.apply(JSON.stringify(object))
  return authority.certificate
}

const backToItsOwn = async (world: World): Promise<void> => {
  await world.kubectl.run(['-n', SYSTEM, 'delete', 'secret', PLACE.secret])
  await world.engine.apply(await rendered(world.kubectl, []))
  await rollOut(world)
}

export const ownCertificate: ReadonlyArray<InstallationScenario> = [
  {
    name: 'with a certificate of your own, a new one under a new authority is taken up without a person',
    limitSeconds: 600,
    play: async (world, stage) => {
      const first = await bringCertificate(world)
      try {
        await installWith(world, 'tls-manual')
        await rollOut(world)
        await untilAllTrust(world, first, KUBELET)
        await stage.volume('store')
        await stage.apply(together(secret(), folderRepository('store')))
        await eventually(stage, 'Repository', 'store', inPhase('Ready'))
        await untilAllTrust(world, await bringCertificate(world), KUBELET)
        await untilAdmitted(world.kubectl, KUBELET)
        await stage.volume('other')
        await stage.apply(folderRepository('other', '', 'other'))
        await eventually(stage, 'Repository', 'other', inPhase('Ready'))
      } finally {
        await backToItsOwn(world)
      }
    },
  },
]
