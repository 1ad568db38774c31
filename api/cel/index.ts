/** The CEL expressions that users write: their variables, their checks at admission, their evaluation. */
export { evaluateIdentity, identityLanguage, type IdentityVariables } from './identity'
export { evaluatePreflight, preflightLanguage, UNKNOWN_NUMBER, type PreflightVariables } from './preflight'
export { checkExpression, evaluateExpression, LONGEST_EXPRESSION, type Language } from './program'
export { verificationLanguage } from './verification'
