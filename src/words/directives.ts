import type { Rule } from '../fault.ts'
import type { Language } from './language.ts'
import { suggestionIn } from './suggestion.ts'
import type { Words } from './wording.ts'

type DirectiveRule = Extract<Rule, 'directive-unknown' | `suppression-${string}`>

/** The words for directives of the linter that stand in a message's comments. */
export const directiveWords: { readonly [L in Language]: Pick<Words, DirectiveRule> } = {
  en: {
    'directive-unknown': ({ name, suggestion }) => ({
      message: `"${name}" is not a directive; use friendtalk-disable-next-line or friendtalk-disable.${suggestionIn.en(suggestion)}`,
      help: 'A comment that starts with "friendtalk-" is read as a directive.',
    }),
    'suppression-without-rule': () => ({
      message: 'The directive names no rule; write the id of the rule to silence, then " -- " and the reason.',
    }),
    'suppression-without-reason': () => ({
      message: 'The directive gives no reason; write " -- " and why after the rule.',
      help: '<!-- friendtalk-disable-next-line rule-id -- why this is right here (until 2027-01-31) -->',
    }),
    'suppression-rule-unknown': ({ rule, suggestion }) => ({
      message: `There is no rule "${rule}".${suggestionIn.en(suggestion)}`,
      help: 'friendtalk rules lists them all.',
    }),
    'suppression-not-possible': ({ rule }) => ({
      message: `"${rule}" cannot be silenced: a message that breaks it cannot be compiled. Mend the finding instead.`,
    }),
    'suppression-date-invalid': ({ until }) => ({
      message: `"${until}" is not a date; write it as (until 2027-01-31).`,
    }),
    'suppression-expired': ({ rule, until }) => ({
      message: `This silenced "${rule}" until ${until}; mend the finding, or give a new date.`,
    }),
    'suppression-unused': ({ rule }) => ({
      message: `There is no finding of "${rule}" here; remove it from the directive.`,
    }),
  },
  ko: {
    'directive-unknown': ({ name, suggestion }) => ({
      message: `"${name}" 지시문은 없습니다. friendtalk-disable-next-line이나 friendtalk-disable을 쓰세요.${suggestionIn.ko(suggestion)}`,
      help: '"friendtalk-"로 시작하는 주석은 지시문으로 읽습니다.',
    }),
    'suppression-without-rule': () => ({
      message: '지시문에 규칙 이름이 없습니다. 끌 규칙의 이름을 쓰고 " -- " 뒤에 이유를 쓰세요.',
    }),
    'suppression-without-reason': () => ({
      message: '지시문에 이유가 없습니다. 규칙 뒤에 " -- "와 이유를 쓰세요.',
      help: '<!-- friendtalk-disable-next-line 규칙-이름 -- 여기서는 괜찮은 이유 (until 2027-01-31) -->',
    }),
    'suppression-rule-unknown': ({ rule, suggestion }) => ({
      message: `"${rule}" 규칙은 없습니다.${suggestionIn.ko(suggestion)}`,
      help: '전체 목록은 friendtalk rules로 볼 수 있습니다.',
    }),
    'suppression-not-possible': ({ rule }) => ({
      message: `"${rule}" 규칙은 끌 수 없습니다. 어기면 메시지를 컴파일할 수 없으니 내용을 고치세요.`,
    }),
    'suppression-date-invalid': ({ until }) => ({
      message: `"${until}": 날짜가 아닙니다. (until 2027-01-31)처럼 쓰세요.`,
    }),
    'suppression-expired': ({ rule, until }) => ({
      message: `"${rule}" 규칙을 ${until}까지만 끄기로 했습니다. 내용을 고치거나 날짜를 새로 정하세요.`,
    }),
    'suppression-unused': ({ rule }) => ({
      message: `여기에는 "${rule}" 규칙에 걸리는 내용이 없습니다. 지시문에서 빼세요.`,
    }),
  },
}
