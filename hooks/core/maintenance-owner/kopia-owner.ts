const USER = 'kopiur'
const LONGEST_HOST = 253
const LONGEST_LABEL = 63

/** kopia's owner `user@host` of a lease: `kopiur/db/main` is `kopiur@kopiur-db-main`, with a cluster the dots tell its parts apart. */
export const kopiaOwner = (lease: string): string => {
  const segments = lease.split('/')
  const host =
    segments.length === 4 && segments[0] === USER
      ? segments
          .map(sanitize)
          .join('.')
          .slice(0, LONGEST_HOST)
          .replace(/[.-]+$/, '')
      : sanitize(lease).slice(0, LONGEST_LABEL).replace(/-+$/, '')
  return `${USER}@${host}`
}

const sanitize = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
