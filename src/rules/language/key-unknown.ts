import type { Where } from '../../violation.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'
import { oneOf, wheres } from './terms.ts'

export const keyUnknown = defineRule<{
  key: string
  where: Where
  allowed: readonly string[]
  suggestion?: string
  /** How the body says what the key does. */
  form?: string
}>()({
  id: 'key-unknown',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key, where, allowed, suggestion, form }) => ({
      message: `"${key}" is not a key of ${wheres.en[where]}${form === undefined ? '' : `; write it in the body: "${form}"`}.${suggestionIn.en(suggestion)}`,
      help: `Allowed here: ${oneOf(allowed)}.`,
    }),
    ko: ({ key, where, allowed, suggestion, form }) => ({
      message: `"${key}": ${wheres.ko[where]}에 없는 키입니다.${form === undefined ? '' : ` 본문에 "${form}"처럼 쓰세요.`}${suggestionIn.ko(suggestion)}`,
      help: `쓸 수 있는 키: ${oneOf(allowed)}`,
    }),
  },
  fix: ({ key, suggestion }, wrong) => suggested(key, suggestion, wrong),
})
