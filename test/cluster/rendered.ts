import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import type { Kubectl } from './kubectl'

const OVERLAY = 'manifests/overlays/cluster'

/** A kustomization of one's own: the cluster overlay with components. */
const writeKustomization = (folder: string, components: ReadonlyArray<string>): void =>
  writeFileSync(
    join(folder, 'kustomization.yaml'),
    `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [${relative(folder, OVERLAY)}]
components: [${components.map((component) => relative(folder, join('manifests/components', component))).join(', ')}]
`,
  )

/** The manifests of the product with these components of `manifests/components`. */
export const rendered = async (kubectl: Kubectl, components: ReadonlyArray<string>): Promise<string> => {
  if (components.length === 0) return kubectl.run(['kustomize', OVERLAY])
  const own = mkdtempSync(join(tmpdir(), 'kopiur-own-'))
  try {
    writeKustomization(own, components)
    return await kubectl.run(['kustomize', own])
  } finally {
    rmSync(own, { recursive: true })
  }
}
