import type { Unreadable } from '../../violation.ts'
import type { Language } from '../../words/language.ts'

/** The rows beside the first, in English. */
export const others = (more: number): string => (more === 0 ? '' : ` and ${more} more row${more === 1 ? '' : 's'}`)

/** The rows that a value stands in, in Korean. */
export const rowsIn = (row: number, more: number): string =>
  more === 0 ? `${row}행` : `${row}행을 비롯한 ${more + 1}개 행의`

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
