import type { ReaderRuleInfo } from './reader-rule.ts'

/** Rules about a message together with the recipients that its own file or the command line names. */
export const recipientRules = [
  {
    id: 'recipient-overflow',
    tier: 'interface',
    source: 'Limits',
    summary: {
      en: 'A text fits as it is written, but not with the values of some recipient.',
      ko: '수신자의 값을 넣으면 한도를 넘는 텍스트가 있습니다.',
    },
    why: {
      en: 'The service rejects the message for that recipient alone, and nobody would notice before the deploy is over.',
      ko: '그 수신자에게만 발송이 거절되고, 발송이 모두 끝난 뒤에야 알게 됩니다.',
    },
  },
  {
    id: 'recipient-link-invalid',
    tier: 'language',
    summary: {
      en: 'A link is not a URL with the values of some recipient.',
      ko: '수신자의 값을 넣으면 올바른 주소가 되지 않는 링크가 있습니다.',
    },
    why: {
      en: 'That recipient would get a button or an image that opens nothing.',
      ko: '그 수신자는 눌러도 열리지 않는 버튼이나 이미지를 받게 됩니다.',
    },
  },
  {
    id: 'recipient-text-empty',
    tier: 'interface',
    source: 'Message',
    summary: {
      en: 'A required text is blank with the values of some recipient.',
      ko: '수신자의 값을 넣으면 꼭 있어야 하는 텍스트가 비게 됩니다.',
    },
    why: {
      en: 'The service rejects the message for that recipient alone: spaces count as nothing.',
      ko: '공백만 있는 텍스트는 없는 것과 같아서 그 수신자에게만 발송이 거절됩니다.',
    },
  },
  {
    id: 'recipients-not-read',
    tier: 'language',
    summary: {
      en: 'The recipients file that a message names could not be read.',
      ko: '메시지에 적은 수신자 파일을 읽지 못했습니다.',
    },
    why: {
      en: 'Without it nobody knows whom to send to, nor whether the limits hold with the values of all recipients.',
      ko: '누구에게 보낼지, 모든 수신자의 값이 한도에 맞는지 확인할 수 없습니다.',
    },
  },
] as const satisfies readonly ReaderRuleInfo[]
