import { API_VERSION } from '../../api/names/group'
import type { KindDefinition } from '../../embedded/api/kind-definition'
import type { PrinterColumn } from '../../embedded/api/printer-column'

const column = (name: string, jsonPath: string, type = 'string'): PrinterColumn => ({ name, type, jsonPath })
const AGE = column('Age', '.metadata.creationTimestamp', 'date')

/** What the tables of built-in kinds show; those of the CRDs say it themselves. */
const BUILT_IN: { readonly [kind: string]: ReadonlyArray<PrinterColumn> } = {
  Job: [
    column('Active', '.status.active'),
    column('Succeeded', '.status.succeeded'),
    column('Failed', '.status.failed'),
    column('Reason', '.status.conditions[0].reason'),
  ],
  PersistentVolumeClaim: [
    column('Status', '.status.phase'),
    column('Volume', '.spec.volumeName'),
    column('Capacity', '.status.capacity.storage'),
  ],
  PersistentVolume: [
    column('Capacity', '.spec.capacity.storage'),
    column('Status', '.status.phase'),
    column('Claim', '.spec.claimRef.name'),
    column('Folder', '.spec.hostPath.path'),
  ],
  Namespace: [column('Status', '.status.phase')],
  Secret: [column('Type', '.type')],
  Lease: [column('Holder', '.spec.holderIdentity')],
  Event: [
    column('Type', '.type'),
    column('Reason', '.reason'),
    column('Kind', '.regarding.kind'),
    column('Object', '.regarding.name'),
    column('Message', '.note'),
  ],
}

/** Whether all is well, and if not, the word to look up. */
const HEALTH = [
  column('Ready', '.status.conditions[?(@.type=="Ready")].status'),
  column('Reason', '.status.conditions[?(@.type=="Ready")].reason'),
]

export const withColumns = (kind: KindDefinition): KindDefinition => {
  if (kind.apiVersion === API_VERSION) return { ...kind, columns: [...HEALTH, ...kind.columns] }
  const own = BUILT_IN[kind.kind]
  return kind.columns.length > 0 || own === undefined ? kind : { ...kind, columns: [...own, AGE] }
}
