import type { Kind } from '../../contract/friend-talk/kinds.ts'
import { worstOverflow } from '../measure.ts'
import { defineRule, type Measure } from '../rule.ts'

/** What sibling services show of the text beside an image. */
const maxCharactersOfKind: { readonly [K in Kind]?: number } = { 'ft-image': 400, 'ft-wide': 76 }

export const textMayBeCut = defineRule<Measure & { kind: Kind; varies: boolean }>()({
  id: 'text-may-be-cut',
  tier: 'platform',
  severity: 'warning',
  check({ message, draft, readings }, report) {
    const { kind } = message
    const max = maxCharactersOfKind[kind]
    if (max === undefined) return
    for (const entry of draft.texts) {
      if (entry.pointer !== '/msg') continue
      const found = worstOverflow(entry, { max, unit: 'characters' }, { variables: message.variables, readings })
      if (found) report({ ...found, args: { kind, varies: entry.hasVariable, ...found.measure } })
    }
  },
  words: {
    en: ({ actual, limit, kind, varies }) => ({
      message: `The text has ${varies ? 'up to ' : ''}${actual} characters; in ${kind} some services may cut it after ${limit}. Shorten it by ${actual - limit}.`,
    }),
    ko: ({ actual, limit, kind, varies }) => ({
      message: `${varies ? '변수 값이 가장 길면 ' : ''}본문이 ${actual}자입니다. 일부 서비스에서는 ${kind} 본문이 ${limit}자 뒤에서 잘릴 수 있으니 ${actual - limit}자를 줄이세요.`,
    }),
  },
})
