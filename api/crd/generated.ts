import { stringify } from 'yaml'
import { definitionFiles } from '.'
import { referencePages } from './reference'

/** What the first line of every generated file says. */
export const MARK = 'Generated from api/ by npm run generate.'

/** Path to text of every file that is generated from the schemas. */
export const generated: { readonly [path: string]: string } = {
  ...Object.fromEntries(
    Object.entries(definitionFiles).map(([file, definition]) => [
      `crds/${file}`,
      `# ${MARK}\n${stringify(definition, { aliasDuplicateObjects: false, lineWidth: 120 })}`,
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(referencePages).map(([file, page]) => [
      `docs/reference/kinds/${file}`,
      `<!-- ${MARK} -->\n\n${page}`,
    ]),
  ),
}
