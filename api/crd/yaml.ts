import { stringify } from 'yaml'
import { definitionFiles } from '.'

/** File name to YAML text, as checked in under `crds/`. */
export const definitionYaml: { readonly [file: string]: string } = Object.fromEntries(
  Object.entries(definitionFiles).map(([file, definition]) => [
    file,
    `# Generated from api/ by npm run generate.\n${stringify(definition, { aliasDuplicateObjects: false, lineWidth: 120 })}`,
  ]),
)
