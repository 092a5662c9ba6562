import { suggestionIn } from '../../words/phrases.ts'
import { defineRule } from '../rule.ts'
import { suggested } from '../word-fixes.ts'

export const imageNotFound = defineRule<{ path: string; suggestion?: string; isUntracked?: true }>()({
  id: 'image-not-found',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ path, suggestion, isUntracked }) => ({
      message: isUntracked
        ? `The file "${path}" is not part of the commit; add it with git add.`
        : `There is no file "${path}".${suggestionIn.en(suggestion)}`,
      ...(suggestion === undefined &&
        !isUntracked && {
          help: 'A path is relative to the message file. In file systems upper and lower case may differ.',
        }),
    }),
    ko: ({ path, suggestion, isUntracked }) => ({
      message: isUntracked
        ? `"${path}" 파일이 커밋에 들어 있지 않습니다. git add로 추가하세요.`
        : `"${path}" 파일이 없습니다.${suggestionIn.ko(suggestion)}`,
      ...(suggestion === undefined &&
        !isUntracked && { help: '경로는 메시지 파일 기준입니다. 대문자와 소문자를 구별할 수 있습니다.' }),
    }),
  },
  fix: ({ path, suggestion }, wrong) => suggested(path, suggestion, wrong),
})
