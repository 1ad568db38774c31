import type { KubeObject } from '../../api/kubernetes/object'
import { keyOf, objectKey, tableKey, type KindDefinition } from './kind-definition'

interface Table {
  readonly kind: KindDefinition
  readonly objects: Map<string, KubeObject>
  /** Sorted list for readers, made when asked for. */
  sorted: ReadonlyArray<KubeObject> | undefined
}

/** All objects by kind and name, with indexes by UID and by owner. */
export class ObjectTables {
  private readonly tables = new Map<string, Table>()
  private readonly uids = new Map<string, KubeObject>()
  private readonly dependents = new Map<string, Set<string>>()

  define(kind: KindDefinition): void {
    const key = tableKey(kind.apiVersion, kind.kind)
    this.tables.set(key, { kind, objects: this.tables.get(key)?.objects ?? new Map(), sorted: undefined })
  }

  kinds(): ReadonlyArray<KindDefinition> {
    return [...this.tables.values()].map((table) => table.kind)
  }

  kind(apiVersion: string, kind: string): KindDefinition | undefined {
    return this.tables.get(tableKey(apiVersion, kind))?.kind
  }

  get(kind: KindDefinition, namespace: string | undefined, name: string): KubeObject | undefined {
    return this.table(kind).objects.get(objectKey(namespace, name))
  }

  byUid(uid: string): KubeObject | undefined {
    return this.uids.get(uid)
  }

  /** In order of namespace and name. */
  list(kind: KindDefinition): ReadonlyArray<KubeObject> {
    const table = this.table(kind)
    table.sorted ??= [...table.objects.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, object]) => object)
    return table.sorted
  }

  /** Objects that name this UID as an owner. */
  dependentsOf(uid: string): ReadonlyArray<KubeObject> {
    return [...(this.dependents.get(uid) ?? [])].flatMap((dependent) => this.uids.get(dependent) ?? [])
  }

  put(kind: KindDefinition, object: KubeObject): void {
    const table = this.table(kind)
    const key = keyOf(object)
    const old = table.objects.get(key)
    if (old !== undefined) this.unindex(old)
    table.objects.set(key, object)
    table.sorted = undefined
    const uid = object.metadata.uid ?? ''
    this.uids.set(uid, object)
    for (const owner of object.metadata.ownerReferences ?? []) {
      const set = this.dependents.get(owner.uid) ?? new Set()
      this.dependents.set(owner.uid, set.add(uid))
    }
  }

  delete(kind: KindDefinition, object: KubeObject): void {
    const table = this.table(kind)
    table.objects.delete(keyOf(object))
    table.sorted = undefined
    this.unindex(object)
  }

  private unindex(object: KubeObject): void {
    const uid = object.metadata.uid ?? ''
    this.uids.delete(uid)
    for (const owner of object.metadata.ownerReferences ?? []) {
      const set = this.dependents.get(owner.uid)
      set?.delete(uid)
      if (set?.size === 0) this.dependents.delete(owner.uid)
    }
  }

  private table(kind: KindDefinition): Table {
    const table = this.tables.get(tableKey(kind.apiVersion, kind.kind))
    if (table === undefined) throw new Error(`no kind ${kind.kind} in ${kind.apiVersion}`)
    return table
  }
}
