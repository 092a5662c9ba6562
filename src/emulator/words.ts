import type { Language } from '../words/language.ts'
import type { OptionsFault } from './options-error.ts'

const en = {
  running: ({ url, userId, secretKey }: { url: string; userId: string; secretKey: string }) => [
    `Inbox         ${url}`,
    `uploadUrl     ${url}`,
    `baseUrl       ${url}`,
    `User ID       ${userId}`,
    `Secret key    ${secretKey}`,
    'Nothing leaves this machine. Press Ctrl-C to stop.',
  ],
  stopped: ({ messages, accepted }: { messages: number; accepted: number }) =>
    `Stopped. ${messages} message${messages === 1 ? '' : 's'} came, ${accepted} accepted.`,
  portTaken: (port: number) => `port ${port} is taken; name another, or 0 for a free one`,
  portWrong: 'must be a whole number from 0 to 65535',
  hostUnknown: 'this machine has no such address',
  fault: ({ message }: OptionsFault) => message,
}

const ko: EmulatorWords = {
  running: ({ url, userId, secretKey }) => [
    `수신함        ${url}`,
    `uploadUrl     ${url}`,
    `baseUrl       ${url}`,
    `사용자 ID     ${userId}`,
    `비밀 키       ${secretKey}`,
    '이 컴퓨터 밖으로는 아무것도 나가지 않습니다. 멈추려면 Ctrl-C를 누르세요.',
  ],
  stopped: ({ messages, accepted }) => `멈췄습니다. 메시지 ${messages}건을 받아 ${accepted}건을 접수했습니다.`,
  portTaken: (port) => `${port}번 포트는 이미 쓰이고 있습니다. 다른 포트나 빈 포트를 뜻하는 0을 지정하세요`,
  portWrong: '0부터 65535까지의 정수여야 합니다',
  hostUnknown: '이 컴퓨터에 없는 주소입니다',
  fault: (fault) => korean(fault),
}

/** What `friendtalk emulator` says. */
type EmulatorWords = typeof en

export const emulatorWords: { readonly [L in Language]: EmulatorWords } = { en, ko }

/** Returns the faults of options in Korean, by what they say; a value is never quoted. */
function korean({ message }: OptionsFault): string {
  const unknown = /^does not have "(.*)"$/.exec(message)
  if (unknown) return `"${unknown[1]}" 항목은 없습니다`
  const allowed = /^must be one of (.*)$/.exec(message)
  if (allowed) return `다음 중 하나여야 합니다: ${allowed[1]}`
  const missing = /^must have required property '(.*)'$/.exec(message)
  if (missing) return `"${missing[1]}" 항목이 필요합니다`
  if (message.startsWith('must start with')) return '"emulator_"로 시작해야 합니다. 실제 비밀 키는 절대 넣지 마세요'
  if (message.startsWith('must be http')) return '이 컴퓨터(루프백)의 http 주소여야 합니다'
  return `값이 올바르지 않습니다(${message})`
}
