import type { Language } from '../words/language.ts'

const en = {
  running: ({
    url,
    userId,
    appKey,
    secretKey,
  }: { readonly [K in 'url' | 'userId' | 'appKey' | 'secretKey']: string }) => [
    `Inbox         ${url}`,
    `uploadUrl     ${url}`,
    `baseUrl       ${url}`,
    `User ID       ${userId}`,
    `App key       ${appKey}`,
    `Secret key    ${secretKey}`,
    'Nothing leaves this machine. Press Ctrl-C to stop.',
  ],
  stopped: ({ messages, accepted }: { messages: number; accepted: number }) =>
    `Stopped. ${messages} message${messages === 1 ? '' : 's'} came, ${accepted} accepted.`,
  portTaken: (port: number) => `port ${port} is taken; name another, or 0 for a free one`,
  portWrong: 'must be a whole number from 0 to 65535',
  hostUnknown: 'this machine has no such address',
}

const ko: EmulatorWords = {
  running: ({ url, userId, appKey, secretKey }) => [
    `수신함        ${url}`,
    `uploadUrl     ${url}`,
    `baseUrl       ${url}`,
    `사용자 ID     ${userId}`,
    `앱 키         ${appKey}`,
    `비밀 키       ${secretKey}`,
    '이 컴퓨터 밖으로는 아무것도 나가지 않습니다. 멈추려면 Ctrl-C를 누르세요.',
  ],
  stopped: ({ messages, accepted }) => `멈췄습니다. 메시지 ${messages}건을 받아 ${accepted}건을 접수했습니다.`,
  portTaken: (port) => `${port}번 포트는 이미 쓰이고 있습니다. 다른 포트나 빈 포트를 뜻하는 0을 지정하세요`,
  portWrong: '0부터 65535까지의 정수여야 합니다',
  hostUnknown: '이 컴퓨터에 없는 주소입니다',
}

/** What `friendtalk emulator` says. */
type EmulatorWords = typeof en

export const emulatorWords: { readonly [L in Language]: EmulatorWords } = { en, ko }
