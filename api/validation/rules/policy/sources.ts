import { policySource, type PolicySource } from '../../../kinds/shared/policy/source'
import type { SnapshotPolicy } from '../../../kinds/snapshot-policy'
import { each, given, refuseIf, type Problems } from '../../problem'
import { validIdentityPart, validSourcePath } from '../identity'
import { validNfs } from '../nfs'
import { validName } from '../reference'
import { validSelector } from '../selector'
import { validStream } from '../stream'

const PATH = 'spec.sources'

export const validSources = ({ metadata, spec }: SnapshotPolicy): Problems => [
  ...refuseIf((spec.sources ?? []).length === 0, PATH, 'must hold at least one source'),
  ...refuseIf(
    (spec.sources ?? []).length > 1 && (spec.sources ?? []).some((source) => 'stream' in source),
    PATH,
    'a stream source must be the only one: move the others to a policy of their own',
  ),
  ...each(spec.sources, PATH, (source, path) => [
    ...validSourcePath(source.sourcePathOverride, `${path}.sourcePathOverride`),
    ...policySource.match<Problems>(source, {
      nfs: (nfs) => [...validNfs(nfs, `${path}.nfs`), ...notWritable(source, path)],
      pvc: (pvc) => validName(pvc, `${path}.pvc`),
      pvcSelector: (selector) => validPvcSelector(selector, `${path}.pvcSelector`, metadata.namespace),
      stream: (stream) => [...validStream(stream, `${path}.stream`), ...bareStream(source, path)],
    }),
  ]),
  ...given(spec.identity, ({ username, hostname }) => [
    ...validIdentityPart(username, 'spec.identity.username'),
    ...validIdentityPart(hostname, 'spec.identity.hostname'),
  ]),
]

const validPvcSelector = (
  { labelSelector, namespaceSelector }: Extract<PolicySource, { readonly pvcSelector: unknown }>['pvcSelector'],
  path: string,
  namespace: string | undefined,
): Problems => [
  ...given(labelSelector, (selector) => validSelector(selector, `${path}.labelSelector`)),
  ...each(namespaceSelector?.matchNames, `${path}.namespaceSelector.matchNames`, (name, field) =>
    refuseIf(
      namespace !== undefined && name !== namespace,
      field,
      `must be ${namespace}: a policy backs up claims of its own namespace only`,
    ),
  ),
]

const notWritable = ({ readOnly }: PolicySource, path: string): Problems =>
  refuseIf(readOnly === false, `${path}.readOnly`, 'cannot be false: no fsGroup is ever applied to NFS')

const bareStream = (source: PolicySource, path: string): Problems => [
  ...refuseIf(source.readOnly === false, `${path}.readOnly`, 'cannot be false: nothing is mounted for a stream'),
  ...refuseIf(
    source.acknowledgeLiveMutation !== undefined,
    `${path}.acknowledgeLiveMutation`,
    'has no meaning for a stream: leave it out',
  ),
  ...refuseIf(
    source.sourcePathStrategy === 'PvcNamespacedName',
    `${path}.sourcePathStrategy`,
    'has no meaning for a stream: use sourcePathOverride',
  ),
]
