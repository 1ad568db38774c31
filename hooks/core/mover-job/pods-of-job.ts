import type { Need } from '../../need'

/** Pods of a Job, by the label Kubernetes gives them. */
export const podsOfJob = (namespace: string, job: string): Need => ({
  _tag: 'List',
  apiVersion: 'v1',
  kind: 'Pod',
  namespace,
  labelSelector: { matchLabels: { 'batch.kubernetes.io/job-name': job } },
})
