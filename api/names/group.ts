export const GROUP = 'kopiur.home-operations.com'
export const VERSION = 'v1alpha1'
export const API_VERSION = `${GROUP}/${VERSION}` as const
