const STRUCK = '***'
/** Shorter values would strike out ordinary words. */
const SHORTEST = 4
/** The same for single lines of a longer secret. */
const SHORTEST_LINE = 12

const secretKeys = [
  'KOPIA_PASSWORD',
  'AWS_SECRET_ACCESS_KEY',
  'AWS_SESSION_TOKEN',
  'AWS_ACCESS_KEY_ID',
  'AZURE_STORAGE_KEY',
  'AZURE_STORAGE_SAS_TOKEN',
  'AZURE_CLIENT_SECRET',
  'AZURE_CLIENT_CERTIFICATE',
  'B2_KEY',
  'B2_KEY_ID',
  'KOPIA_WEBDAV_PASSWORD',
  'KOPIA_SFTP_KEY_DATA',
  'KOPIA_GCS_CREDENTIALS',
  'KOPIA_RCLONE_CONFIG',
  'KOPIA_GDRIVE_CREDENTIALS',
]

const patterns: ReadonlyArray<readonly [RegExp, string]> = [
  [/([?&](?:sig|X-Amz-(?:Signature|Credential|Security-Token))=)[^&\s"']+/g, `$1${STRUCK}`],
  [/(:\/\/[^/\s:@]+:)[^@/\s]+@/g, `$1${STRUCK}@`],
  [
    /(--?(?:password|secret-access-key|session-token|key|sas-token|storage-key|key-data|sftp-password)[= ])\S+/g,
    `$1${STRUCK}`,
  ],
  [/(Authorization: )\S.*/gi, `$1${STRUCK}`],
]

const spellings = (value: string): ReadonlyArray<string> => {
  const trimmed = value.trim()
  const lines = trimmed.split('\n').map((line) => line.trim())
  const parts = lines.length > 1 ? lines.filter((line) => line.length >= SHORTEST_LINE) : []
  return [trimmed, encodeURIComponent(trimmed), ...parts].filter((text) => text.length >= SHORTEST)
}

/** Replaces the secrets of an environment, whatever text they turn up in. */
export const strikeOut = (environment: Readonly<Record<string, string | undefined>>): ((text: string) => string) => {
  const secrets = secretKeys.flatMap((key) => spellings(environment[key] ?? '')).sort((a, b) => b.length - a.length)
  return (text) =>
    patterns.reduce(
      (struck, [pattern, replacement]) => struck.replace(pattern, replacement),
      secrets.reduce((struck, secret) => struck.split(secret).join(STRUCK), text),
    )
}
