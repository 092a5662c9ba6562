import type { Unreadable } from '../../violation.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { unreadableWords } from '../language/image-unreadable.ts'
import { defineRule } from '../rule.ts'

/** Where a path leads from the root, where that is not what was typed. */
function lookedFor(path: string, file: string): string {
  return path === file ? '' : ` (${file})`
}

/** `path` as typed, `file` where that leads to from the root. */
export const recipientsNotRead = defineRule<{
  path: string
  file: string
  reason: Unreadable | 'outside-root'
  suggestion?: string
}>()({
  id: 'recipients-not-read',
  tier: 'language',
  severity: 'warning',
  subject: 'recipients',
  words: {
    en: ({ path, file, reason, suggestion }) => ({
      message: `The recipients file "${path}"${lookedFor(path, file)} cannot be read: ${unreadableWords.en[reason]}.${suggestionIn.en(suggestion)}`,
      ...(path !== file && { help: 'A path in a message counts from the folder of the message.' }),
    }),
    ko: ({ path, file, reason, suggestion }) => ({
      message: `수신자 파일 "${path}"${lookedFor(path, file)}: 읽을 수 없습니다. ${unreadableWords.ko[reason]}.${suggestionIn.ko(suggestion)}`,
      ...(path !== file && { help: '메시지에 적은 경로는 메시지 파일이 있는 폴더를 기준으로 합니다.' }),
    }),
  },
})
