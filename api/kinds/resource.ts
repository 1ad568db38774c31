import type * as t from 'io-ts'
import { objectMeta, type ObjectMeta } from '../kubernetes/object'
import { API_VERSION } from '../names/group'
import { codec, object, type Schema } from '../schema'
import { isObject } from '../schema/is-object'

/** A whole object of one of the nine kinds. */
export type Resource<K extends string, Spec, Status> = {
  readonly apiVersion: typeof API_VERSION
  readonly kind: K
  readonly metadata: ObjectMeta
  readonly spec: Spec
  readonly status?: Status
}

/** Codec of a whole object: checks kind, metadata, spec and status; unknown metadata and fields stay untouched. */
export const resource = <K extends string, Spec, Status>(
  kind: K,
  spec: Schema<Spec>,
  status: Schema<Status>,
): t.Type<Resource<K, Spec, Status>, Resource<K, Spec, Status>, unknown> =>
  codec(kind, { ...object({ apiVersion: word(API_VERSION), kind: word(kind), metadata, spec }, { status }) })

const word = <W extends string>(only: W): Schema<W> => ({
  is: (value): value is W => value === only,
  clean: (value) => value,
  openApi: { type: 'string', enum: [only] },
})

const metadata: Schema<ObjectMeta> = {
  is: objectMeta.is,
  clean: (value) =>
    isObject(value) ? Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== null)) : value,
  openApi: { type: 'object', required: ['name'] },
}
