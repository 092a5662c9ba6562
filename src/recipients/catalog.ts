import type { RuleInfo } from '../lint/rule.ts'
import { type RecipientRule, recipientSeverity } from './fault.ts'

type Meaning = Pick<RuleInfo, 'summary' | 'why'>

/** What each rule about recipients reports, and what happens otherwise; the type keeps the list complete. */
const meanings: { readonly [R in RecipientRule]: Meaning } = {
  'recipients-format-unknown': {
    summary: {
      en: 'A recipients file is neither CSV nor NDJSON by its name.',
      ko: '수신자 파일의 확장자가 CSV나 NDJSON이 아닙니다.',
    },
    why: {
      en: 'How a file is read follows from its name. A workbook of a spreadsheet program is no text and has to be exported.',
      ko: '파일을 읽는 방법은 확장자로 정합니다. 엑셀 통합 문서는 텍스트가 아니므로 CSV로 내보내야 합니다.',
    },
  },
  'recipients-utf16': {
    summary: { en: 'A recipients file is in UTF-16.', ko: '수신자 파일의 인코딩이 UTF-16입니다.' },
    why: {
      en: 'Spreadsheet programs export it as "Unicode text". Read as UTF-8 it would be one long line of broken characters.',
      ko: '엑셀에서 "유니코드 텍스트"로 저장하면 이렇게 됩니다. UTF-8로 읽으면 모든 글자가 깨집니다.',
    },
  },
  'recipients-not-utf8': {
    summary: {
      en: 'A recipients file is in another encoding than UTF-8.',
      ko: '수신자 파일의 인코딩이 UTF-8이 아닙니다.',
    },
    why: {
      en: 'Names in another encoding turn into broken characters, and these would reach the recipients.',
      ko: '다른 인코딩으로 저장한 이름은 깨진 글자가 되어 수신자에게 그대로 보입니다.',
    },
  },
  'recipients-empty': {
    summary: { en: 'A recipients file has no recipients in it.', ko: '수신자 파일에 수신자가 한 명도 없습니다.' },
    why: {
      en: 'Most often the wrong file was named, or an export failed. A deploy to nobody would pass for a success.',
      ko: '다른 파일을 적었거나 내보내기에 실패한 경우가 많습니다. 아무에게도 보내지 않은 발송이 성공한 것처럼 보일 수 있습니다.',
    },
  },
  'recipients-delimiter': {
    summary: {
      en: 'The columns of a recipients file stand apart by something other than commas.',
      ko: '수신자 파일의 열이 쉼표가 아닌 문자로 나뉘어 있습니다.',
    },
    why: {
      en: 'Guessing the delimiter goes wrong where a value holds it: names would end up in the column of another variable.',
      ko: '구분 문자를 짐작하면 값 안에 같은 문자가 있을 때 열이 밀려, 다른 변수의 자리에 값이 들어갈 수 있습니다.',
    },
  },
  'recipients-column-missing': {
    summary: {
      en: 'A recipients file lacks a column that the message needs.',
      ko: '메시지에 필요한 열이 수신자 파일에 없습니다.',
    },
    why: {
      en: 'Without the number nobody can be reached, and a variable without a value would reach people as it is typed.',
      ko: '번호가 없으면 보낼 수 없고, 값이 없는 변수는 입력한 글자 그대로 수신자에게 보입니다.',
    },
  },
  'recipients-column-duplicate': {
    summary: {
      en: 'Two columns of a recipients file, or two keys of a row of NDJSON, have the same name.',
      ko: '수신자 파일에 이름이 같은 열이 두 개 있거나, NDJSON 한 행에 같은 키가 두 번 있습니다.',
    },
    why: {
      en: 'Only one of the two can be meant. A wrong guess would send recipients the wrong value, or the message to another number.',
      ko: '어느 쪽이 맞는 값인지 알 수 없습니다. 잘못 고르면 틀린 값이 가거나 다른 번호로 발송됩니다.',
    },
  },
  'recipients-column-unnamed': {
    summary: { en: 'A column of a recipients file has no name.', ko: '수신자 파일에 이름 없는 열이 있습니다.' },
    why: {
      en: 'Most often a cell beside the table was filled by accident, or the line with the names is missing.',
      ko: '표 옆의 셀에 값이 잘못 들어갔거나, 열 이름을 적은 첫 줄이 빠진 경우가 많습니다.',
    },
  },
  'recipients-column-character': {
    summary: {
      en: 'The name of a column holds a character that nobody sees or that is broken.',
      ko: '열 이름에 보이지 않거나 깨진 문자가 있습니다.',
    },
    why: {
      en: 'The name looks right and is none of the variables of the message.',
      ko: '눈으로 보기에는 맞는 이름이어도 메시지의 변수와 이어지지 않습니다.',
    },
  },
  'recipients-column-unknown': {
    summary: {
      en: 'A column that the message does not use is named almost like one that it does.',
      ko: '메시지가 쓰지 않는 열의 이름이 메시지의 변수와 비슷합니다.',
    },
    why: {
      en: 'The variable it was meant for has a fallback, so everybody would get the fallback and nobody would notice.',
      ko: '그 변수에 대체값이 있으면 모든 수신자가 대체값을 받게 되고, 이를 알아차리기 어렵습니다.',
    },
  },
  'recipients-keys-unchecked': {
    summary: {
      en: 'So many rows may repeat a "msg_key" that not all of them can be checked.',
      ko: '"msg_key" 값이 겹칠 수 있는 행이 너무 많아 모두 확인할 수 없습니다.',
    },
    why: {
      en: 'Results are matched by this key. Where it repeats, it is not known which message was accepted.',
      ko: '발송 결과는 이 키로 찾습니다. 키가 겹치면 어느 메시지가 접수되었는지 알 수 없습니다.',
    },
  },
  'recipient-quote-unclosed': {
    summary: { en: 'A quote in a row is opened and not closed.', ko: '행에서 따옴표를 열고 닫지 않았습니다.' },
    why: {
      en: 'All rows below would become part of one value, and those recipients would be left out.',
      ko: '그 아래 행이 모두 값 하나에 포함되어 수신자가 빠집니다.',
    },
  },
  'recipient-quote-misplaced': {
    summary: {
      en: 'A quote stands in the middle of a value that is not in quotes.',
      ko: '따옴표로 감싸지 않은 값 중간에 따옴표가 있습니다.',
    },
    why: {
      en: 'Programs read such a row differently, so the value that is sent may be another than the one that was exported.',
      ko: '프로그램마다 다르게 읽으므로, 내보낸 값과 발송되는 값이 다를 수 있습니다.',
    },
  },
  'recipient-row-too-large': {
    summary: { en: 'A row is far larger than any recipient needs.', ko: '행이 지나치게 깁니다.' },
    why: {
      en: 'Rows are read one by one in little memory; so large a row is a damaged file or another kind of data.',
      ko: '수신자는 적은 메모리로 한 행씩 읽습니다. 이렇게 긴 행은 파일이 깨졌거나 다른 데이터일 가능성이 높습니다.',
    },
  },
  'recipient-row-blank': {
    summary: { en: 'A blank row stands between others.', ko: '행과 행 사이가 비어 있습니다.' },
    why: {
      en: 'Something may have been deleted there by accident, or the list ends here and old rows follow.',
      ko: '실수로 지워진 행이거나, 목록이 여기서 끝나고 예전 행이 남아 있는 것일 수 있습니다.',
    },
  },
  'recipient-cell-count': {
    summary: {
      en: 'A row has more or fewer cells than the header.',
      ko: '행의 셀 수가 첫 줄의 열 수와 다릅니다.',
    },
    why: {
      en: 'Values have moved into other columns: most often one holds a comma and is not in quotes.',
      ko: '값이 다른 열로 밀린 상태입니다. 쉼표가 있는 값을 따옴표로 감싸지 않은 경우가 많습니다.',
    },
  },
  'recipient-not-json': {
    summary: { en: 'A line of an NDJSON file is not JSON.', ko: 'NDJSON 파일에 JSON이 아닌 줄이 있습니다.' },
    why: {
      en: 'A row that is skipped in silence is a recipient who gets nothing.',
      ko: '읽지 못한 줄을 조용히 건너뛰면 그 수신자는 메시지를 받지 못합니다.',
    },
  },
  'recipient-not-object': {
    summary: { en: 'A line of an NDJSON file is no object.', ko: 'NDJSON 파일에 객체가 아닌 줄이 있습니다.' },
    why: {
      en: 'Without names for its values nobody can tell which is the number and which a variable.',
      ko: '값에 이름이 없으면 어느 것이 번호이고 어느 것이 변수인지 알 수 없습니다.',
    },
  },
  'recipient-number-missing': {
    summary: { en: 'A row has no phone number.', ko: '행에 전화번호가 없습니다.' },
    why: {
      en: 'Nothing can be sent to this recipient, and the service rejects a message without a number.',
      ko: '이 수신자에게는 보낼 수 없습니다. 번호가 없는 메시지는 서비스가 거절합니다.',
    },
  },
  'recipient-number-not-text': {
    summary: {
      en: 'The phone number of a row is a number of JSON or something else than text.',
      ko: '전화번호를 텍스트가 아닌 JSON 값으로 적었습니다.',
    },
    why: {
      en: 'A number of JSON has no leading zero, so it is not known what was meant.',
      ko: 'JSON의 숫자에는 맨 앞 0이 없어 원래 번호를 알 수 없습니다.',
    },
  },
  'recipient-number-invalid': {
    summary: {
      en: 'What stands as the phone number is no Korean mobile number.',
      ko: '수신 번호가 올바른 휴대폰 번호가 아닙니다.',
    },
    why: {
      en: 'The service rejects it with code G141, or the message reaches somebody else.',
      ko: '서비스가 코드 G141로 거절하거나, 다른 사람에게 메시지가 갈 수 있습니다.',
    },
  },
  'recipient-number-lost-zero': {
    summary: {
      en: 'A mobile number stands there without its leading zero.',
      ko: '휴대폰 번호 맨 앞의 0이 빠져 있습니다.',
    },
    why: {
      en: 'Zeros go when a spreadsheet opens a file and saves it. It is not put back in silence, as other columns may have lost theirs too.',
      ko: '스프레드시트로 열었다가 저장하면 0이 사라집니다. 다른 열도 함께 바뀌었을 수 있어 0을 임의로 채우지 않습니다.',
    },
  },
  'recipient-value-type': {
    summary: {
      en: 'The value of a variable is something else than text.',
      ko: '변수의 값이 텍스트가 아닙니다.',
    },
    why: {
      en: 'How a number or a list would look in the message is not defined: 1000 could be 1,000 or 1000.00.',
      ko: '숫자나 목록이 메시지에 어떻게 보일지 정해져 있지 않습니다. 1000이 1,000인지 1000.00인지 알 수 없습니다.',
    },
  },
  'recipient-value-missing': {
    summary: {
      en: 'A row has no value for a variable that has no fallback.',
      ko: '대체값이 없는 변수의 값이 비어 있습니다.',
    },
    why: {
      en: 'The recipient would read the name of the variable, or a sentence with a hole.',
      ko: '수신자에게 변수 이름이 그대로 보이거나 빈자리가 생깁니다.',
    },
  },
  'recipient-value-too-long': {
    summary: {
      en: 'A value is longer than the "max" that the message declares for its variable.',
      ko: '변수에 선언한 "max"보다 긴 값이 있습니다.',
    },
    why: {
      en: 'The limits of the message were checked with "max"; a longer value may be more than the service takes.',
      ko: '메시지의 한도는 "max"를 기준으로 확인했습니다. 더 긴 값이 들어가면 서비스의 한도를 넘을 수 있습니다.',
    },
  },
  'recipient-character': {
    summary: {
      en: 'A value holds a control character or one that is broken.',
      ko: '제어 문자나 깨진 문자가 있는 값이 있습니다.',
    },
    why: {
      en: 'It would reach the recipient as a broken character, or cut the text off on its way.',
      ko: '수신자에게 깨진 글자로 보이거나, 발송 과정에서 내용이 잘릴 수 있습니다.',
    },
  },
  'recipient-combining-marks': {
    summary: {
      en: 'A value has more combining marks in a row than any writing system needs.',
      ko: '값에 결합 문자가 지나치게 많이 이어져 있습니다.',
    },
    why: {
      en: 'Normalising such a value takes so much time that a deploy seems to hang.',
      ko: '이런 값을 정규화하면 발송이 멈춘 것처럼 오래 걸립니다.',
    },
  },
  'recipient-duplicate': {
    summary: { en: 'The same number stands in two rows.', ko: '같은 번호가 두 행에 있습니다.' },
    why: {
      en: 'A person would get the message twice, perhaps with the values of somebody else.',
      ko: '한 사람이 같은 메시지를 두 번 받거나, 다른 사람의 값이 담긴 메시지를 받을 수 있습니다.',
    },
  },
  'recipient-key-duplicate': {
    summary: { en: 'Two rows have the same "msg_key".', ko: '"msg_key" 값이 같은 행이 두 개 있습니다.' },
    why: {
      en: 'Results are matched by this key: with two of them it is not known which message was accepted.',
      ko: '발송 결과는 이 키로 찾습니다. 두 행의 키가 같으면 어느 메시지가 접수되었는지 알 수 없습니다.',
    },
  },
  'recipient-not-in-safe-list': {
    summary: {
      en: 'A number is not in the list of those that a target may send to.',
      ko: '발송 대상에 정해 둔 허용 목록에 없는 번호가 있습니다.',
    },
    why: {
      en: 'The list keeps a trial from reaching customers.',
      ko: '허용 목록은 시험 발송이 실제 고객에게 가지 않게 막습니다.',
    },
  },
}

/** Every rule about a recipients file or its rows. */
export const recipientRules: readonly RuleInfo[] = (Object.keys(meanings) as RecipientRule[]).map((id) => ({
  id,
  tier: 'craft',
  severity: recipientSeverity(id),
  ...meanings[id],
}))
