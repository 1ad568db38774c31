/** Name of the blob that describes a repository; kopia keeps a copy of it in its cache whenever it opens one. */
export const FORMAT_BLOB = 'kopia.repository'

/** The unique id in a format blob, as `repository status` prints it; undefined for any other text. */
export const uniqueIdIn = (text: string): string | undefined => {
  const found = /"uniqueID":\s*"([A-Za-z0-9+/]+=*)"/.exec(text)
  return found === null ? undefined : Buffer.from(found[1] ?? '', 'base64').toString('hex')
}
