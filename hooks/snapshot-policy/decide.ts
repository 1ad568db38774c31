import * as E from 'fp-ts/Either'
import type { Circumstances, Decision, HookFailure } from '../hook'
import { deliberate } from './deliberate'
import type { PolicyRequest } from './request'

export const decide = (request: PolicyRequest, circumstances: Circumstances): E.Either<HookFailure, Decision> =>
  E.right(deliberate(request, circumstances).decision())
