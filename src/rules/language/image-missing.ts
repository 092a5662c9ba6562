import type { Kind } from '../../contract/kinds.ts'
import type { BodySection } from '../../contract/kinds.ts'
import { defineRule } from '../rule.ts'

export const imageMissing = defineRule<{ kind: Kind; place: BodySection; needsLink?: true }>()({
  id: 'image-missing',
  tier: 'interface',
  severity: 'error',
  subject: 'message',
  words: {
    en: ({ kind, place, needsLink }) => ({
      message:
        place === 'message'
          ? `${kind} needs an image; add a line "![…](path)".`
          : `This ${place} needs an image; add a line "${needsLink ? '[![…](path)](https://…)' : '![…](path)'}".`,
    }),
    ko: ({ kind, place, needsLink }) => ({
      message:
        place === 'message'
          ? `${kind}에는 이미지가 필요합니다. "![…](경로)" 줄을 추가하세요.`
          : `${place === 'card' ? '카드' : '아이템'}에 이미지가 필요합니다. "${needsLink ? '[![…](경로)](https://…)' : '![…](경로)'}" 줄을 추가하세요.`,
    }),
  },
})
