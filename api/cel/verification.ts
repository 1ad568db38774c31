import { Environment } from '@marcbachmann/cel-js'
import type { Language } from './program'

/** `verification.successExpr`. */
export const verificationLanguage: Language = {
  environment: new Environment()
    .registerVariable({ name: 'stats', schema: { files: 'int', bytes: 'int', errors: 'int' } })
    .registerVariable('snapshot', 'map<string, dyn>')
    .registerVariable('restored', 'map<string, dyn>')
    .registerVariable('tier', 'string'),
  returns: 'bool',
}
