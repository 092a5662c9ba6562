import type { CustomRuleDefect, Suggesting } from '../../finding-types.ts'
import { finding, findings } from '../finding.ts'
import type { Language, Wording } from '../../words/language.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { suggested } from '../word-fixes.ts'

const what: { readonly [L in Language]: (defect: CustomRuleDefect) => string } = {
  en: ({ type, text }) =>
    ({
      thrown: `failed on this message: ${text.replace(/\.$/, '')}`,
      promise: 'returned a promise, which is not waited for',
      place: `reported a place that is not in this file: ${text}`,
      fix: 'offered a fix whose edits overlap, or are not in this file',
      words: 'has no words for what it reported',
    })[type],
  ko: ({ type, text }) =>
    ({
      thrown: `이 메시지를 검사하다가 오류가 났습니다: ${text.replace(/\.$/, '')}.`,
      promise: '기다려 주지 않는 프로미스를 반환했습니다.',
      place: `이 파일에 없는 위치를 보고했습니다: ${text}.`,
      fix: '수정 내용이 서로 겹치거나 이 파일의 범위를 벗어납니다.',
      words: '보고한 내용의 문구가 텍스트가 아니거나 비어 있습니다.',
    })[type],
}

type Named = { readonly rule: string; readonly suggestion?: string | undefined }

/** What a configuration and a directive say of a rule that there is not. */
export const noSuchRule = {
  en: ({ rule, suggestion }: Named): Wording => ({
    message: `There is no rule "${rule}".${suggestionIn.en(suggestion)}`,
    help: 'friendtalk rules lists them all.',
  }),
  ko: ({ rule, suggestion }: Named): Wording => ({
    message: `"${rule}" 규칙은 없습니다.${suggestionIn.ko(suggestion)}`,
    help: '전체 목록은 friendtalk rules로 볼 수 있습니다.',
  }),
}

export const suppressionsFindings = findings(
  {
    'baseline-stale': finding<{ rule: string; path: string }>({
      severity: 'warning',
      subject: 'project',
      en: ({ rule, path }) =>
        `"${path}" has no such diagnostic of "${rule}" any more; write the baseline again with --write-baseline.`,
      ko: ({ rule, path }) =>
        `"${path}" 파일에서 "${rule}" 문제 하나가 사라졌습니다. --write-baseline으로 기준선을 다시 만드세요.`,
    }),
    'directive-unknown': finding<Suggesting<{ name: string }>>({
      en: ({ name, suggestion }) => ({
        message: `"${name}" is not a directive; use friendtalk-disable-next-line or friendtalk-disable.${suggestionIn.en(suggestion)}`,
        help: 'A comment that starts with "friendtalk-" is read as a directive.',
      }),
      ko: ({ name, suggestion }) => ({
        message: `"${name}" 지시문은 없습니다. friendtalk-disable-next-line이나 friendtalk-disable을 쓰세요.${suggestionIn.ko(suggestion)}`,
        help: '"friendtalk-"로 시작하는 주석은 지시문으로 읽습니다.',
      }),
      fix: ({ name, suggestion }, wrong) => suggested(name, suggestion, wrong),
    }),
    'rule-failed': finding<{ rule: string; defect: CustomRuleDefect }>({
      tier: 'language',
      subject: 'workspace',
      en: ({ rule, defect }) => ({
        message: `The custom rule "${rule}" ${what.en(defect)}. Repair the rule, or turn it off.`,
        help: 'What it reported rightly and what all other rules found is complete.',
      }),
      ko: ({ rule, defect }) => ({
        message: `사용자 규칙 "${rule}"에 결함이 있습니다. ${what.ko(defect)} 규칙을 고치거나 끄세요.`,
        help: '이 규칙이 제대로 보고한 내용과 다른 규칙의 결과는 모두 그대로입니다.',
      }),
    }),
    'suppression-date-invalid': finding<{ until: string }>({
      en: ({ until }) => `"${until}" is not a date; write it as (until 2027-01-31).`,
      ko: ({ until }) => `"${until}": 날짜가 아닙니다. (until 2027-01-31)처럼 쓰세요.`,
    }),
    'suppression-expired': finding<{ rule: string; until: string }>({
      severity: 'warning',
      subject: 'workspace',
      en: ({ rule, until }) => `This suppressed "${rule}" until ${until}; fix the text, or give a new date.`,
      ko: ({ rule, until }) => `"${rule}" 규칙을 ${until}까지만 끄기로 했습니다. 내용을 고치거나 날짜를 새로 정하세요.`,
    }),
    'suppression-not-possible': finding<{ rule: string }>({
      en: ({ rule }) =>
        `"${rule}" cannot be suppressed: a message that breaks it cannot be compiled. Fix the text instead.`,
      ko: ({ rule }) => `"${rule}" 규칙은 끌 수 없습니다. 어기면 메시지를 컴파일할 수 없으니 내용을 고치세요.`,
    }),
    'suppression-rule-unknown': finding<Suggesting<{ rule: string }>>({
      ...noSuchRule,
      fix: ({ rule, suggestion }, wrong) => suggested(rule, suggestion, wrong),
    }),
    'suppression-unused': finding<{ rule: string }>({
      severity: 'warning',
      en: ({ rule }) => `There is no diagnostic of "${rule}" here; remove it from the directive.`,
      ko: ({ rule }) => `여기에는 "${rule}" 규칙에 걸리는 내용이 없습니다. 지시문에서 빼세요.`,
    }),
    'suppression-without-reason': {
      en: () => ({
        message: 'The directive gives no reason; write " -- " and why behind the rule.',
        help: '<!-- friendtalk-disable-next-line rule-id -- why this is right here (until 2027-01-31) -->',
      }),
      ko: () => ({
        message: '지시문에 이유가 없습니다. 규칙 뒤에 " -- "와 이유를 쓰세요.',
        help: '<!-- friendtalk-disable-next-line 규칙-이름 -- 여기서는 괜찮은 이유 (until 2027-01-31) -->',
      }),
    },
    'suppression-without-rule': {
      en: 'The directive names no rule; write the id of the rule to suppress, then " -- " and the reason.',
      ko: '지시문에 규칙 이름이 없습니다. 끌 규칙의 이름을 쓰고 " -- " 뒤에 이유를 쓰세요.',
    },
  },
  { tier: 'style' },
)
