import { kindKey } from '../../api/metacontroller/sync'
import type { KubeObject } from '../../api/kubernetes/object'
import { keyOf } from '../api/kind-definition'
import type { ApiResource } from './discovery'

interface Group {
  readonly apiVersion: string
  readonly kind: string
  readonly objects: Map<string, KubeObject>
}

/** Objects by kind and by `namespace/name`, as hooks are sent them. The last one of a name wins. */
export class ObjectMap {
  private readonly byKind = new Map<string, Group>()

  static of(objects: ReadonlyArray<KubeObject>): ObjectMap {
    const map = new ObjectMap()
    for (const object of objects) map.insert(object)
    return map
  }

  /** Makes a kind present, even without objects. */
  declare({ apiVersion, kind }: Pick<ApiResource, 'apiVersion' | 'kind'>): Group {
    const key = kindKey(apiVersion, kind)
    const group = this.byKind.get(key) ?? { apiVersion, kind, objects: new Map<string, KubeObject>() }
    this.byKind.set(key, group)
    return group
  }

  insert(object: KubeObject): void {
    this.declare(object).objects.set(keyOf(object), object)
  }

  insertAll(objects: ReadonlyArray<KubeObject>): void {
    for (const object of objects) this.insert(object)
  }

  find(apiVersion: string, kind: string, key: string): KubeObject | undefined {
    return this.byKind.get(kindKey(apiVersion, kind))?.objects.get(key)
  }

  /** In order of group, version, kind. */
  groups(): ReadonlyArray<Group> {
    return [...this.byKind.values()].sort((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1))
  }

  /** The same objects, changed one by one. */
  map(change: (object: KubeObject) => KubeObject): ObjectMap {
    const result = new ObjectMap()
    for (const group of this.byKind.values()) {
      const target = result.declare(group).objects
      for (const [key, object] of group.objects) target.set(key, change(object))
    }
    return result
  }

  /** With sorted keys. */
  toJson(): { readonly [kind: string]: { readonly [key: string]: KubeObject } } {
    return sorted([...this.byKind].map(([key, { objects }]) => [key, sorted([...objects])]))
  }
}

const sortKey = ({ apiVersion, kind }: Group): string => {
  const slash = apiVersion.indexOf('/')
  return [apiVersion.slice(0, Math.max(slash, 0)), apiVersion.slice(slash + 1), kind].join('\u0000')
}

const sorted = <A>(entries: Array<[string, A]>): { readonly [key: string]: A } =>
  Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)))
