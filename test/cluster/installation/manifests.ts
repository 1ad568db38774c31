import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseAllDocuments } from 'yaml'
import type { World } from '../world'
import type { InstallationScenario } from './scenario'

const folders = (below: string): ReadonlyArray<string> =>
  readdirSync(below, { recursive: true, encoding: 'utf8' })
    .map((path) => join(below, path))
    .filter((path) => existsSync(join(path, 'kustomization.yaml')))

const isComponent = (folder: string): boolean =>
  readFileSync(join(folder, 'kustomization.yaml'), 'utf8').includes('kind: Component')

/** A kustomization of one's own: the cluster overlay with one component. */
const withComponent = (folder: string, component: string): void =>
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [${relative(folder, 'manifests/overlays/cluster')}]
components: [${relative(folder, component)}]
`,
  )

/** Installs the product with one component, in place. */
export const installWith = async ({ engine, kubectl }: World, component: string): Promise<void> => {
  const own = mkdtempSync(join(tmpdir(), 'kopiur-own-'))
  try {
    withComponent(own, component)
    await engine.apply(await kubectl.run(['kustomize', own]))
  } finally {
    rmSync(own, { recursive: true })
  }
}

export const renderedManifests: ReadonlyArray<InstallationScenario> = [
  {
    name: 'every overlay and every component can be rendered',
    play: async ({ kubectl }) => {
      const render = async (folder: string): Promise<number> =>
        parseAllDocuments(await kubectl.run(['kustomize', folder])).filter(({ errors }) => errors.length === 0).length
      const all = folders('manifests')
      expect(all.length).toBeGreaterThan(5)
      for (const folder of all.filter((one) => !isComponent(one))) expect(await render(folder)).toBeGreaterThan(3)
      const whole = await render('manifests/overlays/cluster')
      const own = mkdtempSync(join(tmpdir(), 'kopiur-own-'))
      try {
        for (const component of all.filter(isComponent)) {
          withComponent(own, component)
          expect([component, (await render(own)) >= whole]).toEqual([component, true])
        }
      } finally {
        rmSync(own, { recursive: true })
      }
    },
  },
  {
    name: 'the API server accepts every object of the one-namespace overlay',
    play: async ({ kubectl, engine }) => {
      const overlay = await kubectl.run(['kustomize', 'manifests/overlays/namespace'])
      const rendered = overlay.replaceAll('team-a', 'default')
      const served =
        engine.name === 'metacontroller'
          ? rendered
          : rendered
              .split(/^---$/m)
              .filter((text) => !text.includes('metacontroller.k8s.io/v1alpha1'))
              .join('---')
      await kubectl.run(['apply', '--server-side', '--dry-run=server', '-f', '-'], { input: served })
    },
  },
]
