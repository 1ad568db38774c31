import type { EffectRefusal } from '../../effect'

/** The API server's refusal to create a claim of that name. */
export const claimRefusal = (claim: string, refusals: ReadonlyArray<EffectRefusal>): EffectRefusal | undefined =>
  refusals.find(({ effect }) => effect._tag === 'CreateClaim' && effect.claim.metadata.name === claim)
