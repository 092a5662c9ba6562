import type { Language } from '../words/language.ts'

/** What keeps a file from being read or written that the system has no code for. */
export type FileReason = 'link' | 'folder' | 'pipe' | 'device' | 'disk' | 'socket' | 'ledger' | 'internal'

const fileReasons: { readonly [L in Language]: { readonly [R in FileReason]: string } } = {
  en: {
    link: 'it is a symbolic link',
    folder: 'it is a folder',
    pipe: 'it is a pipe, not a regular file',
    device: 'it is a device, not a regular file',
    disk: 'it is a disk',
    socket: 'it is a socket',
    ledger: 'it is the ledger',
    internal: 'it is not open to this command',
  },
  ko: {
    link: '심볼릭 링크입니다',
    folder: '폴더입니다',
    pipe: '일반 파일이 아니라 파이프입니다',
    device: '일반 파일이 아니라 장치입니다',
    disk: '디스크 장치입니다',
    socket: '소켓입니다',
    ledger: '발송 기록 파일입니다',
    internal: '이 명령이 쓸 수 있게 열려 있지 않습니다',
  },
}

const systemReasons: { readonly [L in Language]: { readonly [code: string]: string } } = {
  en: {
    EACCES: 'permission denied',
    EPERM: 'permission denied',
    EROFS: 'the disk takes no changes',
    ENOSPC: 'the disk is full',
    EDQUOT: 'the disk quota is used up',
    EFBIG: 'the file would be too large',
    ENOENT: 'it does not exist',
    ENOTDIR: 'a part of its path is a file',
    EEXIST: 'a part of its path is a file',
    EISDIR: 'it is a folder',
    ELOOP: 'a circular symbolic link',
    ENAMETOOLONG: 'its name is too long',
    EMFILE: 'too many open files',
    EBADF: 'it is not open to this command',
    EPIPE: 'nobody reads it any more',
    EIO: 'an input/output error',
    ENXIO: 'there is no such device',
    EBUSY: 'something else holds it',
  },
  ko: {
    EACCES: '권한이 없습니다',
    EPERM: '권한이 없습니다',
    EROFS: '쓸 수 없는 디스크입니다',
    ENOSPC: '디스크가 가득 찼습니다',
    EDQUOT: '디스크 할당량을 다 썼습니다',
    EFBIG: '파일이 너무 커집니다',
    ENOENT: '없는 경로입니다',
    ENOTDIR: '경로 중간에 파일이 있습니다',
    EEXIST: '경로 중간에 파일이 있습니다',
    EISDIR: '폴더입니다',
    ELOOP: '심볼릭 링크가 순환합니다',
    ENAMETOOLONG: '이름이 너무 깁니다',
    EMFILE: '열린 파일이 너무 많습니다',
    EBADF: '이 명령이 쓸 수 있게 열려 있지 않습니다',
    EPIPE: '읽는 쪽이 닫혔습니다',
    EIO: '입출력 오류가 났습니다',
    ENXIO: '없는 장치입니다',
    EBUSY: '다른 프로그램이나 시스템이 쓰고 있습니다',
  },
}

/** A reason in words; what the operating system said has its code beside them, and a code without words stands alone. */
export function systemReason(language: Language, reason: string): string {
  if (isFileReason(reason)) return fileReasons[language][reason]
  const codes = systemReasons[language]
  return Object.hasOwn(codes, reason) ? `${codes[reason]}, ${reason}` : reason
}

function isFileReason(reason: string): reason is FileReason {
  return Object.hasOwn(fileReasons.en, reason)
}
