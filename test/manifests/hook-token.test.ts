import { controllerFiles, kustomization } from './product'

const JSON_PATH = /path: \/spec\/hooks\/(?<hook>\w+)\/webhook\/authorization/

/** Which hooks of which controllers the component gives the token, as kustomize selects them. */
const given = (kustomization('manifests/components/hook-token').patches ?? []).flatMap(({ patch, target }) => {
  const hook = JSON_PATH.exec(patch ?? '')?.groups?.['hook']
  return hook === undefined ? [] : [{ hook, names: new RegExp(`^(?:${target?.name})$`) }]
})

it.each(controllerFiles.map(({ metadata, hooks }) => [metadata.name, Object.keys(hooks)] as const))(
  '%s shows the token in each call it makes, and in no other',
  (name, hooks) =>
    expect(
      given
        .filter(({ names }) => names.test(name))
        .map(({ hook }) => hook)
        .sort(),
    ).toEqual([...hooks].sort()),
)
