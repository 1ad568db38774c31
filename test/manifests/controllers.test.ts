import { controllers } from '../../hooks/registry'
import { controllerFiles, type ControllerFile, type KindRule } from './product'

const PREFIX = 'kopiur-'
const nameOf = ({ metadata }: ControllerFile): string => metadata.name.slice(PREFIX.length)
const kindOf = ({ apiVersion, resource }: KindRule): string => `${resource}.${apiVersion}`
const seconds = (duration: string): number => Number(/^(\d+)s$/.exec(duration)?.[1])

it('every controller of the registry has its file, and every file its controller', () => {
  expect(controllerFiles.map(nameOf).sort()).toEqual(controllers.map(({ name }) => name).sort())
})

describe.each(controllerFiles)('$folder/$file', (file) => {
  const controller = controllers.find(({ name }) => name === nameOf(file))
  const hooks = Object.entries(file.hooks)

  it('is named as its file and lies in the folder of its sort', () => {
    expect(file.metadata.name).toBe(`${PREFIX}${file.file.replace(/\.yaml$/, '')}`)
    const [sort] = file.folder.split('/')
    expect(file.kind).toBe(sort === 'composite-controllers' ? 'CompositeController' : 'DecoratorController')
    expect(sort).toBe(`${controller?.type}-controllers`)
  })

  it('has the label by which Metacontroller and the service find it', () => {
    expect(file.metadata.labels).toEqual({ 'app.kubernetes.io/part-of': 'kopiur' })
  })

  it('names the hooks that the controller has', () => {
    const wanted = ['sync', 'finalize', 'customize'].filter((hook) => controller !== undefined && hook in controller)
    expect(Object.keys(file.hooks).sort()).toEqual(wanted.sort())
  })

  it.each(hooks)('calls %s by its path, over TLS, in version v2', (hook, { version, webhook }) => {
    expect(version).toBe('v2')
    expect(webhook.path).toBe(`/v2/${nameOf(file)}/${hook}`)
    expect(webhook.service).toEqual({ name: 'kopiur-hooks', namespace: 'kopiur-system', port: 443, protocol: 'https' })
  })

  it.each(hooks)('waits long enough for %s, and no customize hook holds up the others', (hook, { webhook }) => {
    if (hook === 'customize') expect(seconds(webhook.timeout)).toBe(5)
    else expect(webhook.timeout).toBe('30s')
  })

  it('never touches what is made once and for all, keeps everything else up to date in place', () => {
    const once = ['jobs', 'persistentvolumeclaims', 'volumesnapshots']
    file.children.forEach(({ resource, updateStrategy }) =>
      expect([resource, updateStrategy?.method]).toEqual([resource, once.includes(resource) ? 'OnDelete' : 'InPlace']),
    )
  })

  it('finds its children by the generated selector', () => {
    expect(file.generateSelector).toBe(file.kind === 'CompositeController' ? true : undefined)
  })
})

it('no two controllers of one parent kind declare the same child kind', () => {
  const claims = controllerFiles.flatMap(({ parents, children }) =>
    parents.flatMap((parent) => children.map((child) => `${kindOf(parent)} -> ${kindOf(child)}`)),
  )
  expect(claims.filter((claim, index) => claims.indexOf(claim) !== index)).toEqual([])
})

it('Snapshots, the kind with many objects, have no customize hook', () => {
  const ofSnapshots = controllerFiles.filter(({ parents }) => parents.some(({ resource }) => resource === 'snapshots'))
  expect(ofSnapshots.filter(({ hooks }) => 'customize' in hooks).map(nameOf)).toEqual([])
})
