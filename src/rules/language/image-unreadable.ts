import type { Unreadable } from '../../violation.ts'
import type { Language } from '../../words/language.ts'
import { defineRule } from '../rule.ts'

/** Why a file gives no content. */
export const unreadableWords: { readonly [L in Language]: { readonly [U in Unreadable | 'outside-root']: string } } = {
  en: {
    permission: 'permission denied',
    loop: 'a circular symbolic link',
    directory: 'it is a directory',
    'not-found': 'it does not exist',
    'special-file': 'it is not a regular file',
    io: 'an input/output error',
    'outside-root': 'it is outside the project',
  },
  ko: {
    permission: '권한이 없습니다',
    loop: '심볼릭 링크가 순환합니다',
    directory: '디렉터리입니다',
    'not-found': '파일이 없습니다',
    'special-file': '일반 파일이 아닙니다',
    io: '입출력 오류가 났습니다',
    'outside-root': '프로젝트 밖에 있습니다',
  },
}

export const imageUnreadable = defineRule<{ path: string; reason: Unreadable }>()({
  id: 'image-unreadable',
  tier: 'language',
  severity: 'error',
  subject: 'workspace',
  words: {
    en: ({ path, reason }) => ({ message: `"${path}" cannot be read: ${unreadableWords.en[reason]}.` }),
    ko: ({ path, reason }) => ({
      message: `"${path}" 파일을 읽을 수 없습니다. ${unreadableWords.ko[reason]}.`,
    }),
  },
})
