import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'

export const imageNotFound = defineRule<{ path: string; suggestion?: string }>()({
  id: 'image-not-found',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ path, suggestion }) => ({
      message: `There is no file "${path}".${suggestionIn.en(suggestion)}`,
      ...(suggestion === undefined && {
        help: 'A path is relative to the message file. In file systems upper and lower case may differ.',
      }),
    }),
    ko: ({ path, suggestion }) => ({
      message: `"${path}" 파일이 없습니다.${suggestionIn.ko(suggestion)}`,
      ...(suggestion === undefined && { help: '경로는 메시지 파일 기준입니다. 대문자와 소문자를 구별할 수 있습니다.' }),
    }),
  },
  fix: ({ path, suggestion }, wrong) => suggested(path, suggestion, wrong),
})
