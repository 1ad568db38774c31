import { readFileSync } from 'node:fs'
import { objectsIn } from './product'

const VERSION: string = JSON.parse(readFileSync('package.json', 'utf8')).version
const deployments = objectsIn('manifests').filter(({ kind }) => kind === 'Deployment')
const text = JSON.stringify(deployments)

it('images carry a version; those of the product carry that of the package', () => {
  const images = [...text.matchAll(/"(ghcr\.io\/[^"]+)"/g)].map((found) => found[1] ?? '').sort()
  expect(images).toEqual([
    `ghcr.io/home-operations/kopiur-metacontroller-hooks:${VERSION}`,
    `ghcr.io/home-operations/kopiur-metacontroller-mover:${VERSION}`,
    expect.stringMatching(/^ghcr\.io\/metacontroller\/metacontroller:v4\.\d+\.\d+$/),
  ])
})

const argumentsOf = (dockerfile: string): ReadonlyArray<string> =>
  [...readFileSync(dockerfile, 'utf8').matchAll(/^ARG \w+=(\S+)$/gm)].map((found) => found[1] ?? '')

it.each(['images/hooks/Dockerfile', 'images/mover/Dockerfile'])('%s builds from pinned bases', (dockerfile) => {
  const bases = argumentsOf(dockerfile)
  expect(bases.length).toBeGreaterThan(1)
  bases.forEach((base) => expect(base).toMatch(/^\S+:(\d+\.\d+\.\d+-\w+(-\w+)?|nonroot)$/))
})

it('both images run as somebody who is nobody', () => {
  ;['hooks', 'mover'].forEach((name) =>
    expect(readFileSync(`images/${name}/Dockerfile`, 'utf8')).toMatch(/^USER 65532:65532$/m),
  )
})

it('every pod of the install fits the restricted Pod Security Standard', () => {
  expect(deployments.length).toBe(2)
  deployments.forEach((deployment) =>
    expect(deployment).toMatchObject({
      spec: {
        replicas: 2,
        template: {
          spec: {
            securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
            containers: [
              {
                securityContext: {
                  allowPrivilegeEscalation: false,
                  readOnlyRootFilesystem: true,
                  capabilities: { drop: ['ALL'] },
                },
              },
            ],
          },
        },
      },
    }),
  )
})
