import { SUBDOMAIN, SUBDOMAIN_MESSAGE } from './subdomain'

const NAME = /^([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]$/
const MOST = 63

const NAME_RULE =
  "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
const LABEL_VALUE_RULE =
  "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

/** What is wrong with a label, annotation or finalizer key: an optional DNS prefix and a name of at most 63 characters. */
export const qualifiedNameProblems = (key: string): ReadonlyArray<string> => {
  const parts = key.split('/')
  if (parts.length > 2)
    return [`a qualified name ${NAME_RULE} with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')`]
  const name = parts.at(-1) ?? ''
  return [
    ...(parts.length === 2 ? prefixProblems(parts[0] ?? '') : []),
    ...(name === '' ? ['name part must be non-empty'] : tooLong('name part ', name, MOST)),
    ...(NAME.test(name) ? [] : [`name part ${NAME_RULE}`]),
  ]
}

const prefixProblems = (prefix: string): ReadonlyArray<string> =>
  prefix === ''
    ? ['prefix part must be non-empty']
    : [...tooLong('prefix part ', prefix, 253), ...(SUBDOMAIN.test(prefix) ? [] : [`prefix part ${SUBDOMAIN_MESSAGE}`])]

export const labelValueProblems = (value: string): ReadonlyArray<string> => [
  ...tooLong('', value, MOST),
  ...(value === '' || NAME.test(value) ? [] : [LABEL_VALUE_RULE]),
]

const tooLong = (what: string, text: string, most: number): ReadonlyArray<string> =>
  text.length > most ? [`${what}must be no more than ${most} characters`] : []
