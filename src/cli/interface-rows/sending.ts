import { limits, times } from '../../contract/limits.ts'
import type { InterfaceSection } from './row.ts'

const deploy = { en: 'deploy', ko: '발송(deploy)' } as const

/** What the interface asks of requests, whatever they carry. */
export const sendingSection: InterfaceSection = {
  title: { en: 'Sending', ko: '발송' },
  rows: [
    {
      field: 'msg_data',
      fact: {
        en: `at most ${limits.messagesPerRequest.max} messages a request`,
        ko: `요청 하나에 메시지 최대 ${limits.messagesPerRequest.max}건`,
      },
      limits: ['messagesPerRequest'],
      elsewhere: deploy,
    },
    {
      field: { en: 'time of sending', ko: '발송 시각' },
      fact: {
        en: `restricted between ${times.restrictedFrom} and ${times.restrictedUntil} KST (UTC+${times.utcOffsetHours})`,
        ko: `${times.restrictedFrom}부터 ${times.restrictedUntil}까지(KST, UTC+${times.utcOffsetHours}) 제한`,
      },
      limits: ['times.restrictedFrom', 'times.restrictedUntil', 'times.utcOffsetHours'],
      elsewhere: {
        en: "deploy; the configuration's own check lets the window be off for this machine alone",
        ko: '발송(deploy). 설정 검사는 이 컴퓨터로 보낼 때만 시간 제한을 끌 수 있게 함',
      },
    },
    {
      field: { en: 'uploaded images', ko: '업로드한 이미지' },
      fact: {
        en: `deleted after ${times.imageRetentionMonths} months`,
        ko: `${times.imageRetentionMonths}개월 뒤 삭제`,
      },
      limits: ['times.imageRetentionMonths'],
      elsewhere: { en: 'deploy uploads an old one again', ko: '발송(deploy): 오래된 이미지는 다시 업로드함' },
    },
    {
      field: { en: 'encoding', ko: '인코딩' },
      fact: { en: 'JSON in UTF-8', ko: 'UTF-8로 쓴 JSON' },
      rules: ['file-not-utf8', 'lone-surrogate', 'recipients-not-utf8', 'recipients-utf16', 'recipient-character'],
      elsewhere: deploy,
    },
    {
      field: 'Authorization',
      fact: { en: 'user id and secret key', ko: '사용자 ID와 비밀 키' },
      elsewhere: {
        en: "deploy; the configuration's own check takes only names of environment variables",
        ko: '발송(deploy). 설정 검사는 환경 변수 이름만 받음',
      },
    },
    {
      field: 'results[].code',
      fact: { en: 'each message is accepted or rejected by itself', ko: '메시지마다 따로 접수되거나 거절됨' },
      elsewhere: { en: 'deploy, which takes each answer by its key', ko: '발송(deploy): 키로 결과를 하나씩 확인함' },
    },
  ],
}
