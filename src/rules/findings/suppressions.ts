import type { Suggesting } from '../../finding-types.ts'
import { finding, findings } from '../finding.ts'
import type { Wording } from '../../words/language.ts'
import { suggestionIn } from '../../words/phrases.ts'
import { suggested } from '../word-fixes.ts'

type Named = { readonly rule: string; readonly suggestion?: string | undefined }

/** The sentence of configurations and directives about an unknown rule. */
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
    'rule-failed': finding<{ rule: string; error: string; stack?: string }>({
      tier: 'language',
      subject: 'workspace',
      en: ({ rule, error, stack }) => ({
        message: `The custom rule "${rule}" failed on this message: ${error}. Repair the rule, or turn it off.`,
        ...(stack !== undefined && { help: stack }),
      }),
      ko: ({ rule, error, stack }) => ({
        message: `사용자 규칙 "${rule}"이(가) 이 메시지에서 실패했습니다: ${error}. 규칙을 고치거나 끄세요.`,
        ...(stack !== undefined && { help: stack }),
      }),
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
        help: '<!-- friendtalk-disable-next-line rule-id -- why this is right here -->',
      }),
      ko: () => ({
        message: '지시문에 이유가 없습니다. 규칙 뒤에 " -- "와 이유를 쓰세요.',
        help: '<!-- friendtalk-disable-next-line 규칙-이름 -- 여기서는 괜찮은 이유 -->',
      }),
    },
    'suppression-without-rule': {
      en: 'The directive names no rule; write the id of the rule to suppress, then " -- " and the reason.',
      ko: '지시문에 규칙 이름이 없습니다. 끌 규칙의 이름을 쓰고 " -- " 뒤에 이유를 쓰세요.',
    },
  },
  { tier: 'style' },
)
