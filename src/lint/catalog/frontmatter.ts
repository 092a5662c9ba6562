import { textMessage } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const text = '8월 5일부터 정상 영업합니다.\n'
const fallback = `failback_data:
  api_unique_id: sms-standard
  msg: 8월 5일부터 정상 영업합니다.
`

/** Rules about the frontmatter itself, the identity of a message and who sends it. */
export const frontmatterRules = [
  {
    id: 'frontmatter-missing',
    tier: 'language',
    summary: { en: 'A message file has no settings at its top.', ko: '메시지 파일의 첫머리에 설정이 없습니다.' },
    why: {
      en: 'The frontmatter names the kind of the message, and the kind says what the lines of the body mean.',
      ko: '메시지 종류를 프론트매터에서 정합니다. 종류를 모르면 본문을 해석할 수 없습니다.',
    },
    bad: { source: text },
    good: { source: textMessage(text) },
  },
  {
    id: 'frontmatter-unclosed',
    tier: 'language',
    summary: { en: 'The frontmatter starts and never ends.', ko: '프론트매터가 시작만 하고 끝나지 않습니다.' },
    why: {
      en: 'Nobody can tell where the settings end and the text starts.',
      ko: '어디까지가 설정이고 어디부터가 본문인지 알 수 없습니다.',
    },
    bad: { source: `---\nkind: ft-text\n\n${text}` },
    good: { source: textMessage(`\n${text}`) },
  },
  {
    id: 'id-invalid',
    tier: 'language',
    summary: {
      en: 'The id of a message has characters that ids do not have, or too many.',
      ko: '메시지 id에 쓸 수 없는 문자가 있거나 id가 너무 깁니다.',
    },
    why: {
      en: 'The id names the compiled file and identifies every send for ever, so it must be the same in every file system and tool.',
      ko: 'id는 컴파일한 파일의 이름이 되고 발송 기록을 영구히 식별합니다. 어느 운영체제와 도구에서도 똑같이 쓰이는 문자만 받습니다.',
    },
    bad: { source: textMessage(text, 'id: 2026_Summer\n') },
    good: { source: textMessage(text, 'id: 2026-summer\n') },
  },
  {
    id: 'id-from-path-invalid',
    tier: 'language',
    summary: {
      en: 'A message states no id, and its path cannot serve as one.',
      ko: 'id를 적지 않았고, 파일 경로도 id로 쓸 수 없습니다.',
    },
    why: {
      en: 'Without an id a message has no identity in plans and in the ledger. One that is written down also stays when the file moves.',
      ko: 'id가 없으면 발송 계획과 기록에서 메시지를 식별할 수 없습니다. id를 직접 적어 두면 파일을 옮겨도 바뀌지 않습니다.',
    },
    bad: { source: textMessage(text), path: 'messages/여름 휴무.md' },
    good: { source: textMessage(text, 'id: summer-break\n'), path: 'messages/여름 휴무.md' },
  },
  {
    id: 'id-duplicate',
    tier: 'language',
    summary: { en: 'Two message files have the same id.', ko: '메시지 파일 두 개의 id가 같습니다.' },
    why: {
      en: 'Who has received the one would count as having received the other, and would never get it.',
      ko: '한 메시지를 받은 수신자는 다른 메시지도 받은 것으로 처리되어 나머지 하나를 영영 받지 못합니다.',
    },
  },
  {
    id: 'sender-unknown',
    tier: 'language',
    summary: {
      en: 'The sender of a message is not in the configuration.',
      ko: '메시지의 발신자가 설정에 등록되어 있지 않습니다.',
    },
    why: {
      en: 'The sender stands for the key and the number with which a message is sent. A message that names none has the sender "default".',
      ko: '발송에 쓰는 발신 키와 번호를 발신자 설정에서 가져옵니다. 발신자를 적지 않은 메시지는 "default" 발신자를 씁니다.',
    },
  },
  {
    id: 'failback-field-reserved',
    tier: 'language',
    summary: {
      en: '"failback_data" has a field that only a send may fill in.',
      ko: '"failback_data"에 발송할 때만 채우는 필드가 있습니다.',
    },
    why: {
      en: 'Numbers change from one recipient and sender to the next, and a secret key in a file stays in git for ever.',
      ko: '번호는 수신자와 발신자에 따라 달라지고, 비밀 키를 파일에 쓰면 git에 계속 남습니다.',
    },
    bad: { source: textMessage(text, `${fallback}  sender_number: "0212345678"\n`) },
    good: { source: textMessage(text, fallback) },
  },
] as const satisfies readonly ReaderRuleInfo[]
