/** Fields of older releases, with the place where each is now. */
const MOVED: ReadonlyArray<readonly [RegExp, (path: string) => string]> = [
  [
    /^spec\.verification\.quick\.(cron|jitter|timezone)$/,
    (path) => `has moved to ${path.replace('quick.', 'quick.schedule.')}`,
  ],
  [
    /\.inheritSecurityContextFrom\.(podSelector|container)$/,
    (path) => `has moved to ${path.replace(/(From)\.(\w+)$/, '$1.workloadSelector.$2')}`,
  ],
  [/^spec\.destinationEncryption\b/, () => 'was removed: the copy has the password of its source'],
]

export const movedFields = (path: string): string | undefined =>
  MOVED.filter(([pattern]) => pattern.test(path)).map(([, say]) => say(path))[0]
