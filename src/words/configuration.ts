import { times } from '../contract/limits.ts'
import type { Rule } from '../fault.ts'
import type { Language } from './language.ts'
import { suggestionIn } from './suggestion.ts'
import type { Words } from './wording.ts'

/** The faults that only a configuration can have. */
export type ConfigurationRule = Extract<
  Rule,
  | 'secret-literal'
  | 'url-not-https'
  | 'window-not-off'
  | 'rule-unknown'
  | 'rule-not-configurable'
  | 'phone-number-invalid'
  | 'target-name-invalid'
  | 'sender-name-invalid'
  | 'name-repeated'
>

/** The words for faults of a configuration. */
export const configurationWords: { readonly [L in Language]: Pick<Words, ConfigurationRule> } = {
  en: {
    'secret-literal': ({ key }) => ({
      message: `"${key}" is a secret and must not be written here; write { env: "NAME" } and set that environment variable.`,
    }),
    'url-not-https': ({ key }) => ({ message: `"${key}" is not an https URL; http is taken for this machine alone.` }),
    'window-not-off': () => ({
      message: `"window" can be off for this machine alone; remove it. Sending is restricted between ${times.restrictedFrom} and ${times.restrictedUntil} KST.`,
    }),
    'rule-unknown': ({ rule, suggestion }) => ({
      message: `There is no rule "${rule}".${suggestionIn.en(suggestion)}`,
      help: 'friendtalk rules lists them all.',
    }),
    'rule-not-configurable': ({ rule }) => ({
      message: `"${rule}" is always an error and cannot be set here; remove it.`,
      help: 'A rule of the interface is silenced where it is broken, with a reason: <!-- friendtalk-disable-next-line rule -- reason -->',
    }),
    'phone-number-invalid': ({ key }) => ({
      message: `"${key}" is not a Korean phone number; write its digits, such as "0212345678".`,
    }),
    'target-name-invalid': ({ name }) => ({
      message: `"${name}" cannot be a target's name: write letters from A to Z, digits, "-" and "_" alone, for it becomes part of a file's name.`,
    }),
    'sender-name-invalid': ({ name }) => ({
      message: `"${name}" cannot be a sender's name: it is empty or holds characters that nobody sees; type it anew.`,
    }),
    'name-repeated': ({ name, other }) => ({
      message: `"${name}" and "${other}" are the same name: names that differ only in width, in white space around them or in how characters are composed are one. Remove one of the two.`,
    }),
  },
  ko: {
    'secret-literal': ({ key }) => ({
      message: `"${key}" 항목은 비밀 값이므로 여기에 쓸 수 없습니다. { env: "이름" }으로 쓰고 그 환경 변수에 값을 넣으세요.`,
    }),
    'url-not-https': ({ key }) => ({
      message: `"${key}": https 주소가 아닙니다. http는 이 컴퓨터의 주소에만 쓸 수 있습니다.`,
    }),
    'window-not-off': () => ({
      message: `"window" 설정은 이 컴퓨터로 보낼 때만 끌 수 있습니다. ${times.restrictedFrom}부터 ${times.restrictedUntil}까지(KST)는 발송이 제한되니 이 줄을 지우세요.`,
    }),
    'rule-unknown': ({ rule, suggestion }) => ({
      message: `"${rule}" 규칙은 없습니다.${suggestionIn.ko(suggestion)}`,
      help: '전체 목록은 friendtalk rules로 볼 수 있습니다.',
    }),
    'rule-not-configurable': ({ rule }) => ({
      message: `"${rule}" 규칙은 항상 오류이므로 설정에서 바꿀 수 없습니다. 이 줄을 지우세요.`,
      help: '인터페이스 규칙은 어긴 곳에서 이유를 적어 끕니다. <!-- friendtalk-disable-next-line 규칙 -- 이유 -->',
    }),
    'phone-number-invalid': ({ key }) => ({
      message: `"${key}" 값이 전화번호가 아닙니다. "0212345678"처럼 숫자로 쓰세요.`,
    }),
    'target-name-invalid': ({ name }) => ({
      message: `"${name}"은(는) 발송 대상의 이름으로 쓸 수 없습니다. 파일 이름의 일부가 되므로 영문자, 숫자, "-", "_"로만 지으세요.`,
    }),
    'sender-name-invalid': ({ name }) => ({
      message: `"${name}"은(는) 발신자의 이름으로 쓸 수 없습니다. 비어 있거나 보이지 않는 문자가 있으니 다시 입력하세요.`,
    }),
    'name-repeated': ({ name, other }) => ({
      message: `"${name}", "${other}" 두 이름은 같은 이름입니다. 전각·반각, 앞뒤 공백, 문자 조합 방식만 다른 이름은 하나로 봅니다. 하나를 지우세요.`,
    }),
  },
}
