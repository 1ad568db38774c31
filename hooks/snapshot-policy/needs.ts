import type { Circumstances } from '../hook'
import type { Need } from '../need'
import { deliberate } from './deliberate'
import type { PolicyRequest } from './request'

/** Live reads before anything is remembered, created or dropped; a quiet policy needs none. */
export const needs = (request: PolicyRequest, circumstances: Circumstances): ReadonlyArray<Need> =>
  deliberate(request, circumstances).needs
