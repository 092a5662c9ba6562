import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'
import { oneOf } from './terms.ts'

export const senderUnknown = defineRule<{ sender: string; known: readonly string[]; suggestion?: string }>()({
  id: 'sender-unknown',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ sender, known, suggestion }) => ({
      message: `The configuration has no sender "${sender}".${suggestionIn.en(suggestion)}`,
      help: `${known.length > 0 ? `Its senders: ${oneOf(known)}.` : 'Its "senders" is empty.'} A message that names no sender has "default".`,
    }),
    ko: ({ sender, known, suggestion }) => ({
      message: `설정에 "${sender}" 발신자가 없습니다.${suggestionIn.ko(suggestion)}`,
      help: `${known.length > 0 ? `등록된 발신자: ${oneOf(known)}.` : '설정의 "senders"가 비어 있습니다.'} 발신자를 적지 않으면 "default"를 씁니다.`,
    }),
  },
  fix: ({ sender, suggestion }, wrong) => suggested(sender, suggestion, wrong),
})
