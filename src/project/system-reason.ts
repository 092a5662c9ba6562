import type { Language, Text } from '../words/language.ts'

/** Reasons not to read or write a file for which the system has no code. */
export type FileReason = 'link' | 'folder' | 'pipe' | 'device' | 'disk' | 'socket' | 'ledger' | 'internal'

const folder: Text = { en: 'it is a folder', ko: '폴더입니다' }
const notOpen: Text = { en: 'it is not open to this command', ko: '이 명령이 쓸 수 있게 열려 있지 않습니다' }
const denied: Text = { en: 'permission denied', ko: '권한이 없습니다' }
const fileOnTheWay: Text = { en: 'a part of its path is a file', ko: '경로 중간에 파일이 있습니다' }

/** By the system's code, or by a reason that has none. */
const reasons: { readonly [R in FileReason]: Text } & { readonly [reason: string]: Text } = {
  link: { en: 'it is a symbolic link', ko: '심볼릭 링크입니다' },
  folder,
  pipe: { en: 'it is a pipe, not a regular file', ko: '일반 파일이 아니라 파이프입니다' },
  device: { en: 'it is a device, not a regular file', ko: '일반 파일이 아니라 장치입니다' },
  disk: { en: 'it is a disk', ko: '디스크 장치입니다' },
  socket: { en: 'it is a socket', ko: '소켓입니다' },
  ledger: { en: 'it is the ledger', ko: '발송 기록 파일입니다' },
  internal: notOpen,
  EACCES: denied,
  EPERM: denied,
  EROFS: { en: 'the disk takes no changes', ko: '쓸 수 없는 디스크입니다' },
  ENOSPC: { en: 'the disk is full', ko: '디스크가 가득 찼습니다' },
  EDQUOT: { en: 'the disk quota is used up', ko: '디스크 할당량을 다 썼습니다' },
  EFBIG: { en: 'the file would be too large', ko: '파일이 너무 커집니다' },
  ENOENT: { en: 'it does not exist', ko: '없는 경로입니다' },
  ENOTDIR: fileOnTheWay,
  EEXIST: fileOnTheWay,
  EISDIR: folder,
  ELOOP: { en: 'a circular symbolic link', ko: '심볼릭 링크가 순환합니다' },
  ENAMETOOLONG: { en: 'its name is too long', ko: '이름이 너무 깁니다' },
  EMFILE: { en: 'too many open files', ko: '열린 파일이 너무 많습니다' },
  EBADF: notOpen,
  EPIPE: { en: 'nobody reads it any more', ko: '읽는 쪽이 닫혔습니다' },
  EIO: { en: 'an input/output error', ko: '입출력 오류가 났습니다' },
  ENXIO: { en: 'there is no such device', ko: '없는 장치입니다' },
  EBUSY: { en: 'something else holds it', ko: '다른 프로그램이나 시스템이 쓰고 있습니다' },
}

/** Words why a file cannot be used. A system's code stands behind its words, or alone where it has none. */
export function systemReason(language: Language, reason: string): string {
  const text = Object.hasOwn(reasons, reason) ? reasons[reason]?.[language] : undefined
  if (text === undefined) return reason
  return /^[A-Z]/.test(reason) ? `${text}, ${reason}` : text
}
