import type { Unreadable } from '../violation.ts'
import type { Language } from './language.ts'

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
