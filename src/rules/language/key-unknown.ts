import type { Where } from '../../violation.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { partOfBody } from '../../dialect/shape.ts'
import { suggested } from '../word-fixes.ts'
import { oneOf, wheres } from './terms.ts'

export const keyUnknown = defineRule<{ key: string; where: Where; allowed: readonly string[]; suggestion?: string }>()({
  id: 'key-unknown',
  tier: 'language',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key, where, allowed, suggestion }) => ({
      message: `"${key}" is not a key of ${wheres.en[where]}${bodyHint(where, key, (form) => `; write it in the body: ${form}`)}.${suggestionIn.en(suggestion)}`,
      help: `Allowed here: ${oneOf(allowed)}.`,
    }),
    ko: ({ key, where, allowed, suggestion }) => ({
      message: `"${key}": ${wheres.ko[where]}에 없는 키입니다.${bodyHint(where, key, (form) => ` 본문에 ${form}처럼 쓰세요.`)}${suggestionIn.ko(suggestion)}`,
      help: `쓸 수 있는 키: ${oneOf(allowed)}`,
    }),
  },
  fix: ({ key, suggestion }, wrong) => suggested(key, suggestion, wrong),
})

/** How what a key of the frontmatter says is written in the body, where that is its place. */
function bodyHint(where: Where, key: string, words: (form: string) => string): string {
  const form = where === 'frontmatter' ? partOfBody(key) : undefined
  return form === undefined ? '' : words(form)
}
