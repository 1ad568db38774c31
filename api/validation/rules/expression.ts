import * as E from 'fp-ts/Either'
import { checkExpression, type Language } from '../../cel'
import { refuse, type Problems } from '../problem'

/** A CEL expression; an absent one passes. */
export const validExpression = (language: Language, text: string | undefined, field: string): Problems => {
  const checked = text === undefined ? E.right('') : checkExpression(language, text)
  return E.isLeft(checked) ? refuse(field, `is no usable CEL expression: ${checked.left}`) : []
}
