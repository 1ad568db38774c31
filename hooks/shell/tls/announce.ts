import * as E from 'fp-ts/Either'
import * as t from 'io-ts'
import type { JsonPatchOperation, KubeClient, KubeError } from '../../../api/kubernetes/client'
import type { JsonObject } from '../../../api/kubernetes/json'
import type { KubeObject, ObjectRef } from '../../../api/kubernetes/object'

const METACONTROLLER = 'metacontroller.k8s.io/v1alpha1'
const ADMISSION = 'admissionregistration.k8s.io/v1'
/** How the objects are found that must trust the service. */
export const PART_OF = { matchLabels: { 'app.kubernetes.io/part-of': 'kopiur' } }
/** Kinds of objects that carry the authority. */
export const TRUSTING = [
  { apiVersion: METACONTROLLER, kind: 'CompositeController' },
  { apiVersion: METACONTROLLER, kind: 'DecoratorController' },
  { apiVersion: ADMISSION, kind: 'ValidatingWebhookConfiguration' },
] as const
export const ADMISSION_NAME = 'kopiur-validating'

const hooks = t.type({
  spec: t.type({
    hooks: t.record(t.string, t.type({ webhook: t.partial({ caBundle: t.partial({ inline: t.string }) }) })),
  }),
})

const webhooks = t.type({
  webhooks: t.array(t.type({ name: t.string, clientConfig: t.partial({ caBundle: t.string }) })),
})

const refOf = ({ apiVersion, kind, metadata }: KubeObject): ObjectRef => ({ apiVersion, kind, name: metadata.name })

/** The change that makes every hook of a controller object trust this authority; none if it does already. */
export const controllerPatch = (controller: KubeObject, authority: string): JsonObject | undefined => {
  if (!hooks.is(controller)) return undefined
  const stale = Object.entries(controller.spec.hooks).filter(
    ([, { webhook }]) => webhook.caBundle?.inline !== authority,
  )
  return stale.length === 0
    ? undefined
    : {
        spec: {
          hooks: Object.fromEntries(stale.map(([name]) => [name, { webhook: { caBundle: { inline: authority } } }])),
        },
      }
}

/** The changes that make the API server trust this authority; none if it does already. */
const webhookPatch = (configuration: KubeObject, authority: string): ReadonlyArray<JsonPatchOperation> => {
  if (!webhooks.is(configuration)) return []
  const value = Buffer.from(authority, 'utf8').toString('base64')
  return configuration.webhooks.flatMap(({ clientConfig }, index) =>
    clientConfig.caBundle === value
      ? []
      : [{ op: 'add' as const, path: `/webhooks/${index}/clientConfig/caBundle`, value }],
  )
}

/** Whether this object carries this authority wherever it must. */
export const trusts = (object: KubeObject, authority: string): boolean =>
  controllerPatch(object, authority) === undefined && webhookPatch(object, authority).length === 0

/** Without Metacontroller's kinds there is nobody to tell. */
const announceToControllers = async (
  kube: KubeClient,
  kind: string,
  authority: string,
): Promise<ReadonlyArray<KubeError>> => {
  const listed = await kube.list({ apiVersion: METACONTROLLER, kind, labelSelector: PART_OF })()
  if (E.isLeft(listed)) return listed.left.reason === 'NotFound' ? [] : [listed.left]
  const errors: KubeError[] = []
  for (const controller of listed.right.items) {
    const body = controllerPatch(controller, authority)
    const patched =
      body === undefined
        ? undefined
        : await kube.patch(refOf({ ...controller, apiVersion: METACONTROLLER, kind }), { type: 'merge', body })()
    if (patched !== undefined && E.isLeft(patched)) errors.push(patched.left)
  }
  return errors
}

/** The validating webhook is optional: without it there is nobody to tell. */
const announceToApiServer = async (kube: KubeClient, authority: string): Promise<ReadonlyArray<KubeError>> => {
  const ref = { apiVersion: ADMISSION, kind: 'ValidatingWebhookConfiguration', name: ADMISSION_NAME }
  const found = await kube.get(ref)()
  if (E.isLeft(found)) return found.left.reason === 'NotFound' ? [] : [found.left]
  const body = webhookPatch(found.right, authority)
  const patched = body.length === 0 ? undefined : await kube.patch(ref, { type: 'json', body })()
  return patched !== undefined && E.isLeft(patched) ? [patched.left] : []
}

/** Tells Metacontroller and the API server which authority signs this service's certificate. Writes only what differs. */
export const announceAuthority = async (kube: KubeClient, authority: string): Promise<ReadonlyArray<KubeError>> => [
  ...(await announceToControllers(kube, 'CompositeController', authority)),
  ...(await announceToControllers(kube, 'DecoratorController', authority)),
  ...(await announceToApiServer(kube, authority)),
]
