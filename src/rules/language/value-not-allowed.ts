import { type Kind, kinds } from '../../contract/kinds.ts'
import { plainly } from '../../dialect/near-miss/characters.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { flagFix, suggested } from '../word-fixes.ts'
import { oneOf } from './terms.ts'

export const valueNotAllowed = defineRule<{
  key: string
  value: string
  allowed: readonly string[]
  suggestion?: string
}>()({
  id: 'value-not-allowed',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ key, value, allowed, suggestion }) => ({
      message: `"${value}" is not a value of "${key}"; use one of ${oneOf(allowed)}.${suggestionIn.en(suggestion)}`,
    }),
    ko: ({ key, value, allowed, suggestion }) => ({
      message: `"${value}": "${key}"에 쓸 수 없는 값입니다. ${oneOf(allowed)} 중에서 고르세요.${suggestionIn.ko(suggestion)}`,
    }),
  },
  fix: ({ key, value, suggestion }, wrong) =>
    key === 'ad_flag'
      ? flagFix(wrong)
      : suggested(value, suggestion ?? (key === 'kind' ? kindOf(value) : undefined), wrong),
})

/** The kind of which a name has all but the start, as in `friendtalk-text`. */
function kindOf(value: string): Kind | undefined {
  const plain = plainly(value).replaceAll(/[\s_]/g, '-')
  return kinds.findLast((kind) => plain.endsWith(kind.slice('ft'.length)))
}
