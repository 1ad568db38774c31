import { kind } from './kind'
import { local } from './local'
import type { ClusterProvider } from './provider'

const providers: { readonly [name: string]: ClusterProvider } = { local, kind }

/** The provider named by `PROVIDER`; `local` when none is named. */
export const chosenProvider = (name: string | undefined = process.env['PROVIDER']): ClusterProvider => {
  const found = providers[name === undefined || name === '' ? 'local' : name]
  if (found === undefined)
    throw new Error(`PROVIDER=${name} is not known; use one of ${Object.keys(providers).join(', ')}`)
  return found
}
