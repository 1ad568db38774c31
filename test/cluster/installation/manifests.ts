import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseAllDocuments } from 'yaml'
import { rendered } from '../rendered'
import type { World } from '../world'
import type { InstallationScenario } from './scenario'

const folders = (below: string): ReadonlyArray<string> =>
  readdirSync(below, { recursive: true, encoding: 'utf8' })
    .map((path) => join(below, path))
    .filter((path) => existsSync(join(path, 'kustomization.yaml')))

const isComponent = (folder: string): boolean =>
  readFileSync(join(folder, 'kustomization.yaml'), 'utf8').includes('kind: Component')

/** Installs the product with one component, in place. */
export const installWith = async ({ engine, kubectl }: World, component: string): Promise<void> =>
  engine.apply(await rendered(kubectl, [component]))

export const renderedManifests: ReadonlyArray<InstallationScenario> = [
  {
    name: 'every overlay and every component can be rendered',
    play: async ({ kubectl }) => {
      const documents = async (text: Promise<string>): Promise<number> =>
        parseAllDocuments(await text).filter(({ errors }) => errors.length === 0).length
      const render = (folder: string): Promise<number> => documents(kubectl.run(['kustomize', folder]))
      const all = folders('manifests')
      expect(all.length).toBeGreaterThan(5)
      for (const folder of all.filter((one) => !isComponent(one))) expect(await render(folder)).toBeGreaterThan(3)
      const whole = await render('manifests/overlays/cluster')
      for (const folder of all.filter(isComponent)) {
        const component = relative('manifests/components', folder)
        expect([component, (await documents(rendered(kubectl, [component]))) >= whole]).toEqual([component, true])
      }
    },
  },
  {
    name: 'the API server accepts every object of the one-namespace overlay',
    play: async ({ kubectl, engine }) => {
      const overlay = await kubectl.run(['kustomize', 'manifests/overlays/namespace'])
      const here = overlay.replaceAll('team-a', 'default')
      const served =
        engine.name === 'metacontroller'
          ? here
          : here
              .split(/^---$/m)
              .filter((text) => !text.includes('metacontroller.k8s.io/v1alpha1'))
              .join('---')
      await kubectl.run(['apply', '--server-side', '--dry-run=server', '-f', '-'], { input: served })
    },
  },
]
