import type { Language } from './language.ts'

const reasons: { readonly [L in Language]: { readonly [code: string]: string } } = {
  en: {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk takes no changes',
    ENOSPC: 'the disk is full',
    ENOENT: 'it does not exist',
    ENOTDIR: 'a part of its path is a file',
    EEXIST: 'a part of its path is a file',
    EISDIR: 'it is a folder',
    ELOOP: 'a circular symbolic link',
    EMFILE: 'too many open files',
  },
  ko: {
    EACCES: '권한이 없습니다',
    EPERM: '권한이 없습니다',
    EROFS: '쓸 수 없는 디스크입니다',
    ENOSPC: '디스크가 가득 찼습니다',
    ENOENT: '없는 경로입니다',
    ENOTDIR: '경로 중간에 파일이 있습니다',
    EEXIST: '경로 중간에 파일이 있습니다',
    EISDIR: '폴더입니다',
    ELOOP: '심볼릭 링크가 순환합니다',
    EMFILE: '열린 파일이 너무 많습니다',
  },
}

/** What the operating system's code says, in words beside the code; a code without words alone. */
export function systemReason(language: Language, code: string): string {
  const words = reasons[language][code]
  return words === undefined ? code : `${words}, ${code}`
}
