import { fileSize } from './phrases.ts'
import type { Language } from './language.ts'

/** What can be wrong with a file or a folder that is read or written; a reason is a code of `systemReason`. */
export type FileProblem =
  | { readonly type: 'unreadable'; readonly path: string; readonly reason: string }
  | { readonly type: 'input-too-large'; readonly path: string; readonly maxBytes: number }
  | { readonly type: 'input-not-utf8'; readonly path: string; readonly isUtf16: boolean }
  | { readonly type: 'unwritable'; readonly path: string; readonly reason: string }
  /** A message, a configuration, a list of recipients or a ledger stands where a report would go. */
  | { readonly type: 'not-replaced'; readonly path: string }
  /** A folder for output that a link leads out of the project, or out of the folder that was named. */
  | { readonly type: 'folder-leads-out'; readonly path: string; readonly to: string }
  | { readonly type: 'no-working-folder' }
  /** A configuration that is a program, in a folder that the user of an editor does not trust. */
  | { readonly type: 'not-trusted'; readonly path: string }
  | { readonly type: 'pattern-too-long'; readonly start: string; readonly length: number; readonly maxLength: number }

/** Problems with files in words. */
export const fileProblemWords: {
  readonly [L in Language]: {
    readonly [T in FileProblem['type']]: (problem: Extract<FileProblem, { type: T }>) => string
  }
} = {
  en: {
    unreadable: ({ path, reason }) => `${path}: cannot be read (${systemReason('en', reason)}).`,
    'input-too-large': ({ path, maxBytes }) => `${path}: is larger than the ${fileSize(maxBytes)} that are read.`,
    'input-not-utf8': ({ path, isUtf16 }) =>
      `${path}: is ${isUtf16 ? 'UTF-16' : 'not UTF-8; Korean text from older programs is often in EUC-KR (CP949)'}. Open it in that encoding and save it as UTF-8.`,
    unwritable: ({ path, reason }) => `${path}: cannot be written (${systemReason('en', reason)}).`,
    'not-replaced': ({ path }) =>
      `${path}: is left as it is: it may be a message, a configuration, a list of recipients or a ledger. Name another file.`,
    'folder-leads-out': ({ path, to }) =>
      `${path}: leads out through a symbolic link, to ${to}. Nothing was written there; name that folder itself.`,
    'no-working-folder': () => 'The working directory does not exist any more. Change to one that does.',
    'not-trusted': ({ path }) =>
      `${path}: is a program and was not run, because this folder is not trusted. The default settings hold; trust the folder, or write a friendtalk.config.json, which is only read.`,
    'pattern-too-long': ({ start, length, maxLength }) =>
      `"${start}…": is a path or pattern of ${length} characters; ${maxLength} are allowed.`,
  },
  ko: {
    unreadable: ({ path, reason }) => `${path}: 읽을 수 없습니다(${systemReason('ko', reason)}).`,
    'input-too-large': ({ path, maxBytes }) => `${path}: 너무 큽니다. ${fileSize(maxBytes)}까지만 읽습니다.`,
    'input-not-utf8': ({ path, isUtf16 }) =>
      `${path}: ${isUtf16 ? 'UTF-16입니다' : 'UTF-8이 아닙니다. 오래된 프로그램은 한글을 EUC-KR(CP949)로 저장하곤 합니다'}. 그 인코딩으로 연 뒤 UTF-8로 다시 저장하세요.`,
    unwritable: ({ path, reason }) => `${path}: 쓸 수 없습니다(${systemReason('ko', reason)}).`,
    'not-replaced': ({ path }) =>
      `${path}: 메시지, 설정, 수신자 목록, 발송 기록일 수 있어 그대로 둡니다. 다른 파일을 지정하세요.`,
    'folder-leads-out': ({ path, to }) =>
      `${path}: 심볼릭 링크를 거쳐 밖에 있는 ${to} 폴더로 이어지므로 아무것도 쓰지 않았습니다. 그 폴더를 직접 지정하세요.`,
    'no-working-folder': () => '현재 작업 폴더가 없어졌습니다. 다른 폴더로 이동한 뒤 다시 실행하세요.',
    'not-trusted': ({ path }) =>
      `${path}: 신뢰하지 않는 폴더에 있는 프로그램이므로 실행하지 않았습니다. 기본 설정을 적용합니다. 폴더를 신뢰하거나, 읽기만 하는 friendtalk.config.json 파일로 설정하세요.`,
    'pattern-too-long': ({ start, length, maxLength }) =>
      `"${start}…": 경로나 패턴이 ${length}자입니다. ${maxLength}자까지 쓸 수 있습니다.`,
  },
}

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
function systemReason(language: Language, reason: string): string {
  if (isFileReason(reason)) return fileReasons[language][reason]
  const codes = systemReasons[language]
  return Object.hasOwn(codes, reason) ? `${codes[reason]}, ${reason}` : reason
}

function isFileReason(reason: string): reason is FileReason {
  return Object.hasOwn(fileReasons.en, reason)
}
