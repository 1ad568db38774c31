import type { HoldOf, Telling } from './telling'

export const MOVER_HOLDS = [
  'MissingCaBundle',
  'MissingCredentials',
  'PrivilegedMover',
  'MissingIdentity',
  'CopyRefused',
] as const

/** What the mover may not have or be yet. */
export const moverTelling = (hold: HoldOf<(typeof MOVER_HOLDS)[number]>): Telling => {
  switch (hold._tag) {
    case 'MissingCaBundle':
      return credentials('MissingCaBundle', hold.message, 'CheckCredentials')
    case 'MissingCredentials':
      return credentials(
        'MissingCredentialsSecret',
        `Secret ${hold.namespace}/${hold.secret} with the credentials of repository ${hold.from} does not exist. Create it in this namespace.`,
        'CheckCredentials',
      )
    case 'CopyRefused':
      return credentials('MissingCredentialsSecret', hold.why, 'CheckCredentials')
    case 'MissingIdentity': {
      const message = `${hold.why} Or set mover.securityContext.runAsUser.`
      return {
        reason: 'MissingRecordedIdentity',
        stalled: false,
        open: 1,
        againIn: 60,
        message,
        domain: [{ type: 'SecurityContextInherited', status: 'False', reason: 'MissingRecordedIdentity', message }],
        action: 'PinWorkloadRunAsUser',
      }
    }
    case 'PrivilegedMover': {
      const message = `The mover would run with ${hold.what}, which ${hold.from} asks for. Allow that with: kubectl annotate namespace ${hold.namespace} kopiur.home-operations.com/privileged-movers=true, or take it out there.`
      return {
        reason: 'PrivilegedMoverNotPermitted',
        stalled: false,
        open: 1,
        againIn: 30,
        message,
        domain: [{ type: 'MoverPermitted', status: 'False', reason: 'PrivilegedMoverNotPermitted', message }],
        action: 'AnnotateNamespaceForPrivilegedMovers',
      }
    }
  }
}

const credentials = (reason: string, message: string, action: string): Telling => ({
  reason,
  stalled: false,
  open: 2,
  againIn: 30,
  message,
  domain: [{ type: 'CredentialsAvailable', status: 'False', reason, message }],
  action,
})
