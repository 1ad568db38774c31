import { fileSecretKeys } from './provider'

type Environment = Readonly<Record<string, string | undefined>>
type Places = { readonly run: string; readonly cache: string }

// Materialised as files, or known to do nothing but mislead.
const withheld: ReadonlyArray<string> = [...fileSecretKeys, 'ROOT_CA_PEM_BASE64']

const passedOn = (key: string) => !key.startsWith('KOPIUR_') && !withheld.includes(key)

/**
 * The whole environment of kopia: what this process has, minus its own variables, with every place that kopia writes to
 * set to a private folder, and with the password trimmed (kopia trims it on opening, but not wherever it stores it).
 */
export const kopiaEnvironment = (
  environment: Environment,
  { run, cache }: Places,
): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] => entry[1] !== undefined && passedOn(entry[0]),
    ),
  ),
  HOME: `${run}/home`,
  USER: 'kopiur',
  TMPDIR: `${run}/tmp`,
  XDG_CACHE_HOME: `${run}/home/.cache`,
  XDG_CONFIG_HOME: `${run}/home/.config`,
  KOPIA_CONFIG_PATH: `${run}/config/repository.config`,
  KOPIA_CACHE_DIRECTORY: cache,
  KOPIA_LOG_DIR: `${run}/logs`,
  KOPIA_PERSIST_CREDENTIALS_ON_CONNECT: 'false',
  KOPIA_CHECK_FOR_UPDATES: 'false',
  KOPIA_SEND_ERROR_NOTIFICATIONS: 'never',
  KOPIA_REPO_UPGRADE_NO_BLOCK: 'true',
  KOPIA_DISABLE_COLOR: 'true',
  KOPIA_DISABLE_REPOSITORY_LOG: 'true',
  KOPIA_PASSWORD: (environment['KOPIA_PASSWORD'] ?? '').trim(),
})
