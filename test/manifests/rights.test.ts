import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { controllers } from '../../hooks/registry'
import { resources } from '../../hooks/shell/kube/resource'
import { metacontrollerNeeds, relatedKinds } from './metacontroller-needs'
import { baseControllers, csiSnapshots, objectsIn, type ControllerFile } from './product'
import { granted, rulesOf, unique } from './right'
import { annotatedKinds, FURTHER_READS, serviceNeeds, shownAnnotated } from './service-needs'

const manifests = objectsIn('manifests')
const role = (kind: string, name: string) =>
  manifests.find((object) => object.kind === kind && object.metadata.name === name)

const hookOf = ({ metadata }: ControllerFile): string => metadata.name.replace(/^kopiur-/, '')

const roles = manifests.filter(({ kind }) => kind === 'ClusterRole' || kind === 'Role')

it('Metacontroller may do exactly what the controllers make it do', () => {
  expect(granted(role('ClusterRole', 'kopiur-metacontroller'))).toEqual(unique(metacontrollerNeeds(baseControllers)))
})

it('the component csi-snapshots gives Metacontroller and the service exactly what they lack', () => {
  const lacking = (needed: ReadonlyArray<string>, has: string): ReadonlyArray<string> => {
    const already = granted(role('ClusterRole', has))
    return unique(needed).filter((one) => !already.includes(one))
  }
  const watched = ['persistentvolumeclaims', 'volumesnapshots']
  expect(lacking(metacontrollerNeeds(csiSnapshots), 'kopiur-metacontroller').join()).toMatch(
    new RegExp(watched.join('.*')),
  )
  expect(granted(role('ClusterRole', 'kopiur-metacontroller-csi-snapshots'))).toEqual(
    lacking(metacontrollerNeeds(csiSnapshots), 'kopiur-metacontroller'),
  )
  expect(granted(role('ClusterRole', 'kopiur-hooks-csi-snapshots'))).toEqual(
    lacking(serviceNeeds(csiSnapshots.map(hookOf)), 'kopiur-hooks'),
  )
})

it('the service may do exactly what its hooks, admission, metrics and its watch over the controllers do', () => {
  expect(granted(role('ClusterRole', 'kopiur-hooks'))).toEqual(unique(serviceNeeds(baseControllers.map(hookOf))))
})

it('the service tells its authority to controllers and webhook, and to nothing else', () => {
  expect(granted(role('ClusterRole', 'kopiur-hooks-ca'))).toEqual(
    unique([
      ...['list', 'watch', 'patch'].flatMap((verb) => [
        `${verb} metacontroller.k8s.io/compositecontrollers`,
        `${verb} metacontroller.k8s.io/decoratorcontrollers`,
      ]),
      ...['list', 'watch'].map((verb) => `${verb} admissionregistration.k8s.io/validatingwebhookconfigurations`),
      ...['get', 'patch'].map(
        (verb) => `${verb} admissionregistration.k8s.io/validatingwebhookconfigurations kopiur-validating`,
      ),
    ]),
  )
  expect(granted(role('Role', 'kopiur-hooks-tls'))).toEqual(
    unique(['create /secrets', 'get /secrets kopiur-hooks-tls', 'update /secrets kopiur-hooks-tls']),
  )
})

it('with one namespace the service keeps beyond it exactly what belongs to no namespace', () => {
  const isClusterWide = (one: string): boolean => {
    const [, group, plural] = /^\w+ ([^/]*)\/(\w+)/.exec(one) ?? []
    return resources.some(({ apiVersion, plural: name, namespaced }) => {
      const ofGroup = apiVersion.includes('/') ? apiVersion.split('/')[0] : ''
      return ofGroup === group && name === plural && !namespaced
    })
  }
  expect(granted(role('ClusterRole', 'kopiur-hooks-outside'))).toEqual(
    granted(role('ClusterRole', 'kopiur-hooks')).filter(isClusterWide),
  )
})

it('a mover may read and patch Jobs', () => {
  expect(granted(role('ClusterRole', 'kopiur-mover'))).toEqual(['get batch/jobs', 'patch batch/jobs'])
})

it.each(roles.map((one) => [one.metadata.name, one] as const))(
  '%s names what it allows, no star anywhere',
  (_name, one) => {
    rulesOf(one).forEach(({ apiGroups, resources, verbs }) =>
      expect([...apiGroups, ...resources, ...verbs]).not.toContain('*'),
    )
  },
)

it('every customize hook has cases that show what it relates', () => {
  const silent = controllers.filter(({ customize }) => customize !== undefined).map(({ name }) => name)
  expect(silent.filter((name) => relatedKinds(name).length === 0)).toEqual([])
})

it('what components add can be found again when it is taken off', () => {
  const added = objectsIn('manifests/components').filter(({ kind }) => kind.startsWith('ClusterRole'))
  const lost = added.filter(({ metadata }) => metadata.labels?.['app.kubernetes.io/part-of'] !== 'kopiur')
  expect([added.length > 0, lost.map(({ metadata }) => metadata.name)]).toEqual([true, []])
})

it('reads that no case shows are where they are said to be', () => {
  const lost = FURTHER_READS.map(([, where]) => join('hooks', where)).filter(
    (file) => !existsSync(file) || !/getNeed|readStep|_tag: 'List'/.test(readFileSync(file, 'utf8')),
  )
  expect(lost).toEqual([])
})

it('every kind that cases annotate may be annotated', () => {
  expect(shownAnnotated().filter((kind) => !annotatedKinds.includes(kind))).toEqual([])
})
