import { textMessage } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const declared = 'vars:\n  이름: { max: 10, example: 김하늘 }\n'

/** Rules about variables. */
export const variableRules = [
  {
    id: 'variable-name-invalid',
    tier: 'language',
    summary: {
      en: 'A variable has no name, or one with characters that names do not have.',
      ko: '변수 이름이 비었거나 이름에 쓸 수 없는 문자가 있습니다.',
    },
    why: {
      en: 'Names are columns of recipients files too, and a variable that cannot be matched would reach people as it is typed.',
      ko: '변수 이름은 수신자 파일의 열 이름이기도 합니다. 값을 찾지 못한 변수는 입력한 글자 그대로 수신자에게 보입니다.',
    },
    bad: { source: textMessage('#{고객 이름}님, 안녕하세요.\n', 'vars:\n  고객 이름: { max: 10 }\n') },
    good: { source: textMessage('#{고객_이름}님, 안녕하세요.\n', 'vars:\n  고객_이름: { max: 10 }\n') },
  },
  {
    id: 'variable-written-otherwise',
    tier: 'language',
    summary: {
      en: 'A variable is written with other characters, or as in another tool.',
      ko: '변수를 다른 문자로, 또는 다른 도구의 표기로 썼습니다.',
    },
    why: {
      en: 'Only "#{name}" is replaced for each recipient: people would read "{{name}}", "＃｛name｝", "#(name)" or "[name]" itself. Where a name is declared, every notation of it is reported. Escape its first mark ("\\{") where the characters are meant.',
      ko: '수신자마다 바뀌는 것은 "#{이름}" 표기뿐입니다. "{{이름}}", "＃｛이름｝", "#(이름)", "[이름]"은 수신자에게 그대로 보입니다. 선언한 이름은 어떤 표기로 써도 알립니다. 일부러 쓴 것이라면 "\\{"처럼 첫 기호를 이스케이프하세요.',
    },
    bad: { source: textMessage('{{이름}} 고객님, 주문하신 상품이 준비되었습니다.\n', declared) },
    good: { source: textMessage('#{이름} 고객님, 주문하신 상품이 준비되었습니다.\n', declared) },
  },
  {
    id: 'variable-unclosed',
    tier: 'language',
    summary: { en: 'A variable is opened and not closed.', ko: '변수를 열고 닫지 않았습니다.' },
    why: {
      en: 'People would read the name of the variable where the value should stand.',
      ko: '값이 들어갈 자리에 변수 이름이 그대로 보입니다.',
    },
    bad: { source: textMessage('#{이름}님, 안녕하세요.\n#{고객 이름 님의 예약을 알려 드립니다.\n', declared) },
    good: { source: textMessage('#{이름}님, 안녕하세요.\n#{이름}님의 예약을 알려 드립니다.\n', declared) },
  },
  {
    id: 'variable-undeclared',
    tier: 'language',
    summary: { en: 'A message uses a variable that it does not declare.', ko: '선언하지 않은 변수를 썼습니다.' },
    why: {
      en: 'A declaration catches misspelt names and says how long a value may be, so that limits are checked before anything is sent.',
      ko: '선언이 있어야 변수 이름의 오타를 찾고, 값이 길어도 한도를 넘지 않는지 발송 전에 확인할 수 있습니다.',
    },
    bad: { source: textMessage('#{이름}님, 안녕하세요.\n') },
    good: { source: textMessage('#{이름}님, 안녕하세요.\n', declared) },
  },
  {
    id: 'variable-not-allowed',
    tier: 'language',
    summary: { en: 'A variable stands where no value is put in.', ko: '값을 넣지 않는 자리에 변수를 썼습니다.' },
    why: {
      en: 'Images are the same for all recipients, and some fields are passed on as they are: the variable itself would be sent.',
      ko: '이미지는 모든 수신자가 같은 것을 받고, 일부 필드는 적힌 그대로 전달됩니다. 변수가 값으로 바뀌지 않은 채 발송됩니다.',
    },
    bad: { source: gradeMessage('images/#{등급}.png') },
    good: { source: gradeMessage('images/benefits.png') },
  },
  {
    id: 'variable-ambiguous',
    tier: 'language',
    summary: {
      en: 'A text shows "#{…}" as characters with the name of a variable of the same message.',
      ko: '글자로 보여 주려는 "#{…}"와 같은 메시지에 쓴 변수의 이름이 같습니다.',
    },
    why: {
      en: 'In the compiled template the two look alike, and the characters would be replaced by the value.',
      ko: '컴파일하고 나면 둘이 똑같아 보여, 글자로 남아야 할 부분까지 값으로 바뀝니다.',
    },
    bad: { source: textMessage('#{이름}님, 안녕하세요.\n\\#{이름} 자리에 성함이 들어갑니다.\n', declared) },
    good: {
      source: textMessage(
        '#{고객명}님, 안녕하세요.\n\\#{이름} 자리에 성함이 들어갑니다.\n',
        'vars:\n  고객명: { max: 10, example: 김하늘 }\n',
      ),
    },
  },
] as const satisfies readonly ReaderRuleInfo[]

function gradeMessage(path: string): string {
  return `---
kind: ft-image
vars:
  등급: { max: 5, example: 골드 }
---
#{등급} 회원님을 위한 소식입니다.

![등급별 혜택](${path})
`
}
