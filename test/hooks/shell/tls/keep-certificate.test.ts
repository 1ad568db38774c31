import * as E from 'fp-ts/Either'
import { pino } from 'pino'
import type { KubeObject } from '../../../../api/kubernetes/object'
import { createCluster } from '../../../../embedded/cluster'
import { realClock } from '../../../../embedded/clock/real-clock'
import { keepCertificate } from '../../../../hooks/shell/tls/keep-certificate'
import { eventually } from './eventually'

const SECRET = { apiVersion: 'v1', kind: 'Secret', namespace: 'kopiur-system', name: 'kopiur-hooks-tls' }
const CONTROLLER = { apiVersion: 'metacontroller.k8s.io/v1alpha1', kind: 'CompositeController' }

const controller = (name: string): KubeObject => ({
  ...CONTROLLER,
  metadata: { name, labels: { 'app.kubernetes.io/part-of': 'kopiur' } },
  spec: {
    generateSelector: true,
    parentResource: { apiVersion: 'example.org/v1', resource: 'things' },
    hooks: { sync: { version: 'v2', webhook: { url: 'https://kopiur-hooks.kopiur-system:443/v2/thing/sync' } } },
  },
})

interface Replica {
  readonly serves: () => string
  readonly stop: () => void
}

/** An API with one Secret's worth of state, and replicas of the service that keep their certificate in it. */
const world = () => {
  const cluster = createCluster({
    clock: realClock(),
    hooks: () => Promise.reject(new Error('nobody is called here')),
    controllers: [controller('kopiur-first')],
    namespaces: ['kopiur-system'],
  })
  const kube = cluster.api
  const parts = { kube, logger: pino({ level: 'silent' }), now: Date.now, namespace: 'kopiur-system' }
  const config = {
    address: { host: '127.0.0.1', port: 0 },
    source: { _tag: 'Self', secret: 'kopiur-hooks-tls', service: 'kopiur-hooks' },
  } as const
  const start = async (): Promise<Replica> => {
    const { first, follow } = await keepCertificate(parts, config)
    let serving = first.certificate
    const stop = follow(({ certificate }) => {
      serving = certificate
    })
    return { serves: () => serving, stop }
  }
  const trusted = async (name: string): Promise<string> => {
    const found = await kube.get({ ...CONTROLLER, name })()
    return E.isRight(found) ? (/BEGIN CERT[^"]*/.exec(JSON.stringify(found.right))?.[0] ?? '') : ''
  }
  return { kube, start, trusted }
}

describe('a kept certificate', () => {
  it('is one for all replicas, and every controller object trusts its authority', async () => {
    const { start, trusted } = world()
    const replicas = [await start(), await start()]
    expect(replicas[0]?.serves()).toBe(replicas[1]?.serves())
    expect(await trusted('kopiur-first')).not.toBe('')
    replicas.forEach(({ stop }) => stop())
  })

  it('is announced to a controller object that comes later', async () => {
    const { kube, start, trusted } = world()
    const replica = await start()
    expect(E.isRight(await kube.create(controller('kopiur-second'))())).toBe(true)
    await eventually(async () => (await trusted('kopiur-second')) === (await trusted('kopiur-first')))
    replica.stop()
  })

  it('is taken up by every replica when one of them had to make a new one', async () => {
    const { kube, start, trusted } = world()
    const [old, before] = [await start(), await trusted('kopiur-first')]
    expect(E.isRight(await kube.remove(SECRET)())).toBe(true)
    const restarted = await start()
    expect(restarted.serves()).not.toBe(old.serves())
    await eventually(async () => old.serves() === restarted.serves())
    expect(await trusted('kopiur-first')).not.toBe(before)
    ;[old, restarted].forEach(({ stop }) => stop())
  })

  it('is no longer kept once it is stopped', async () => {
    const { kube, start, trusted } = world()
    const [first, second] = [await start(), await start()]
    first.stop()
    expect(E.isRight(await kube.remove(SECRET)())).toBe(true)
    second.stop()
    const third = await start()
    await eventually(async () => (await trusted('kopiur-first')) !== '')
    expect(first.serves()).not.toBe(third.serves())
    third.stop()
  })
})
