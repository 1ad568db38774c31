import { stringify } from 'yaml'
import { definitionFiles } from '.'

/** First line of every generated file. */
export const HEADER = '# Generated from api/ by npm run generate.\n'

/** File name to YAML text, as checked in under `crds/`. */
export const definitionYaml: { readonly [file: string]: string } = Object.fromEntries(
  Object.entries(definitionFiles).map(([file, definition]) => [
    file,
    `${HEADER}${stringify(definition, { aliasDuplicateObjects: false, lineWidth: 120 })}`,
  ]),
)
