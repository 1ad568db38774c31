import { untilAdmitted } from '../install'
import { folderRepository, secret, together } from '../stage/manifests'
import { eventually, inPhase } from '../stage/see'
import { waitFor } from '../wait'
import type { World } from '../world'
import type { InstallationScenario } from './scenario'

const SYSTEM = 'kopiur-system'

interface Secret {
  readonly data: Readonly<Record<string, string>>
}
interface Pod {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string }
}
interface WebhookConfiguration {
  readonly webhooks: ReadonlyArray<{ readonly clientConfig: { readonly caBundle?: string } }>
}
interface Controller {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly hooks: Readonly<Record<string, { readonly webhook: { readonly caBundle?: { readonly inline: string } } }>>
  }
}

const authorityInUse = async ({ kubectl }: World): Promise<string> => {
  const encoded = (await kubectl.get<Secret>('secret', 'kopiur-hooks-tls', SYSTEM)).data['ca.crt'] ?? ''
  return Buffer.from(encoded, 'base64').toString('utf8')
}

/** Every authority that somebody was told to trust: the API server, and on the real engine each hook of each controller. */
const trusted = async ({ kubectl, engine }: World): Promise<ReadonlySet<string>> => {
  const { webhooks } = await kubectl.get<WebhookConfiguration>('validatingwebhookconfiguration', 'kopiur-validating')
  const told = webhooks.map(({ clientConfig }) => Buffer.from(clientConfig.caBundle ?? '', 'base64').toString('utf8'))
  if (engine.name === 'double') return new Set(told)
  const controllers = await kubectl.list<Controller>('compositecontrollers,decoratorcontrollers')
  const inline = controllers.flatMap(({ spec }) =>
    Object.values(spec.hooks).map(({ webhook }) => webhook.caBundle?.inline ?? ''),
  )
  expect(inline.length).toBeGreaterThan(10)
  return new Set([...told, ...inline])
}

export const untilAllTrust = (
  world: World,
  authority: string,
  limit?: { readonly limitSeconds: number },
): Promise<true> =>
  waitFor(
    'everybody to trust the authority in use',
    async () => {
      const all = [...(await trusted(world))]
      return all.length === 1 && all[0] === authority ? true : undefined
    },
    limit,
  )

export const rollOut = async ({ kubectl }: World): Promise<void> => {
  await kubectl.run(['-n', SYSTEM, 'rollout', 'restart', 'deployment/kopiur-hooks'])
  await kubectl.run(['-n', SYSTEM, 'rollout', 'status', 'deployment/kopiur-hooks', '--timeout=180s'])
  await untilAdmitted(kubectl)
}

export const trust: ReadonlyArray<InstallationScenario> = [
  {
    name: 'a lost certificate is made anew, and everybody is told without a person',
    play: async (world, stage) => {
      const before = await authorityInUse(world)
      await untilAllTrust(world, before)
      await world.kubectl.run(['-n', SYSTEM, 'delete', 'secret', 'kopiur-hooks-tls'])
      await rollOut(world)
      const after = await authorityInUse(world)
      expect(after).not.toBe(before)
      await untilAllTrust(world, after)
      await stage.volume('store')
      await stage.apply(together(secret(), folderRepository('store')))
      await eventually(stage, 'Repository', 'store', inPhase('Ready'))
    },
  },
  {
    name: 'a certificate that one pod made anew is taken up by the other',
    play: async (world, stage) => {
      const { kubectl } = world
      await kubectl.run(['-n', SYSTEM, 'delete', 'secret', 'kopiur-hooks-tls'])
      const pods = await kubectl.list<Pod>('pods', SYSTEM, 'app.kubernetes.io/name=kopiur-hooks')
      const living = pods.find(({ metadata }) => metadata.deletionTimestamp === undefined)
      await kubectl.run(['-n', SYSTEM, 'delete', 'pod', living?.metadata.name ?? ''])
      const anew = await waitFor('a new certificate', () => authorityInUse(world))
      await untilAllTrust(world, anew)
      // Both pods are asked in turn: twenty objects in a row pass only if both are trusted.
      await waitFor('both pods to be trusted', async () => {
        for (let turn = 0; turn < 20; turn += 1) await stage.apply(folderRepository('store', '', `store-${turn}`))
        return true
      })
    },
  },
]
