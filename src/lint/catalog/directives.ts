import { textMessage } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const plain = '문의는 매장으로 해 주세요.\n'
const address = '문의: help@example.com\n'

/** Rules about what silences findings: directives and the baseline. */
export const directiveRules = [
  {
    id: 'directive-unknown',
    tier: 'craft',
    summary: {
      en: 'A comment starts with "friendtalk-" and is none of the directives.',
      ko: '"friendtalk-"로 시작하는 주석인데 올바른 지시문이 아닙니다.',
    },
    why: {
      en: 'A misspelt directive silences nothing. A comment for colleagues must start in another way.',
      ko: '지시문의 이름이 틀리면 규칙이 꺼지지 않습니다. 동료에게 남기는 주석은 다른 말로 시작하세요.',
    },
    bad: { source: textMessage(`<!-- friendtalk-review: 마케팅팀 확인 완료 -->\n${plain}`) },
    good: { source: textMessage(`<!-- 마케팅팀 확인 완료 -->\n${plain}`) },
  },
  {
    id: 'suppression-without-rule',
    tier: 'craft',
    summary: {
      en: 'A directive does not say which rule it silences.',
      ko: '어떤 규칙을 끌지 적지 않은 지시문이 있습니다.',
    },
    why: {
      en: 'Silencing all rules at once would hide faults that nobody has looked at.',
      ko: '모든 규칙을 한꺼번에 끄면 아무도 확인하지 않은 문제까지 가려집니다.',
    },
    bad: { source: textMessage(`<!-- friendtalk-disable-next-line -- 대표 메일입니다 -->\n${plain}`) },
    good: {
      source: textMessage(`<!-- friendtalk-disable-next-line email-in-message -- 대표 메일입니다 -->\n${address}`),
    },
  },
  {
    id: 'suppression-without-reason',
    tier: 'craft',
    summary: {
      en: 'A directive does not say why it silences a rule.',
      ko: '규칙을 끄는 이유를 적지 않은 지시문이 있습니다.',
    },
    why: {
      en: 'Whoever reviews or changes the message later has to know why an exception is right here.',
      ko: '검토하는 사람과 나중에 메시지를 고치는 사람이 예외를 둔 까닭을 알아야 합니다.',
    },
    bad: { source: textMessage(`<!-- friendtalk-disable-next-line email-in-message -->\n${plain}`) },
    good: {
      source: textMessage(`<!-- friendtalk-disable-next-line email-in-message -- 대표 메일입니다 -->\n${address}`),
    },
  },
  {
    id: 'suppression-rule-unknown',
    tier: 'craft',
    summary: {
      en: 'A directive names a rule that does not exist.',
      ko: '지시문에 적은 규칙을 찾을 수 없습니다.',
    },
    why: {
      en: 'It silences nothing; most often there is a typing error in the name.',
      ko: '이런 지시문은 아무것도 끄지 않습니다. 규칙 이름에 오타가 있는 경우가 많습니다.',
    },
    bad: { source: textMessage(`<!-- friendtalk-disable-next-line mail-in-text -- 대표 메일입니다 -->\n${plain}`) },
    good: {
      source: textMessage(`<!-- friendtalk-disable-next-line email-in-message -- 대표 메일입니다 -->\n${address}`),
    },
  },
  {
    id: 'suppression-not-possible',
    tier: 'craft',
    summary: {
      en: 'A directive names a rule that no directive can silence.',
      ko: '지시문으로 끌 수 없는 규칙을 적었습니다.',
    },
    why: {
      en: 'What such a rule reports leaves a message that cannot be read or built, so that there would be nothing to send.',
      ko: '이런 규칙을 어긴 메시지는 읽거나 만들 수 없으므로, 규칙을 꺼도 보낼 메시지가 없습니다.',
    },
    bad: { source: textMessage(`<!-- friendtalk-disable text-missing -- 짧은 안내입니다 -->\n${plain}`) },
    good: { source: textMessage(plain) },
  },
  {
    id: 'suppression-date-invalid',
    tier: 'craft',
    summary: {
      en: 'The day until which a directive holds is not a date.',
      ko: '지시문의 기한이 올바른 날짜가 아닙니다.',
    },
    why: {
      en: 'The directive would hold for ever, or not at all, and nobody has decided which.',
      ko: '날짜를 알 수 없으면 규칙이 계속 꺼져 있거나 아예 꺼지지 않게 됩니다.',
    },
    bad: {
      source: textMessage(
        `<!-- friendtalk-disable-next-line email-in-message -- 대표 메일입니다 (until 2027년 1월) -->\n${plain}`,
      ),
    },
    good: {
      source: textMessage(
        `<!-- friendtalk-disable-next-line email-in-message -- 대표 메일입니다 (until 2027-01-31) -->\n${address}`,
      ),
    },
  },
  {
    id: 'suppression-expired',
    tier: 'craft',
    summary: { en: 'The day until which a directive holds is over.', ko: '지시문의 기한이 지났습니다.' },
    why: {
      en: 'The exception was meant for a time, and somebody should look at it again; until then the rule reports as usual.',
      ko: '정한 기간에만 두려던 예외이므로 아직 필요한지 다시 확인해야 합니다. 그때까지 규칙은 평소대로 적용됩니다.',
    },
  },
  {
    id: 'suppression-unused',
    tier: 'craft',
    summary: {
      en: 'A directive silences a rule that reports nothing there.',
      ko: '더는 필요 없는 지시문이 남아 있습니다.',
    },
    why: {
      en: 'A directive that is left behind would hide the next real fault in its place.',
      ko: '그대로 두면 나중에 같은 자리에 생긴 진짜 문제를 가립니다.',
    },
    bad: {
      source: textMessage(`<!-- friendtalk-disable-next-line email-in-message -- 대표 메일입니다 -->\n${plain}`),
    },
    good: { source: textMessage(plain) },
  },
  {
    id: 'baseline-stale',
    tier: 'craft',
    summary: {
      en: 'The baseline lists a finding that is no longer there.',
      ko: '기준선에 이미 사라진 문제가 남아 있습니다.',
    },
    why: {
      en: 'Somebody has mended it. An entry that stays would hide the same fault if it came back.',
      ko: '고친 문제가 기준선에 남아 있으면 같은 문제가 다시 생겨도 가려집니다.',
    },
  },
] as const satisfies readonly ReaderRuleInfo[]
