const LABEL = '[a-z0-9]([-a-z0-9]*[a-z0-9])?'
const SUBDOMAIN = new RegExp(`^${LABEL}(\\.${LABEL})*$`)

/** RFC1123 label: the shape of a namespace. */
export const isDnsLabel = (text: string, longest = 63): boolean =>
  text.length <= longest && new RegExp(`^${LABEL}$`).test(text)

/** RFC1123 subdomain: the shape of most object names. */
export const isDnsSubdomain = (text: string): boolean => text.length <= 253 && SUBDOMAIN.test(text)
