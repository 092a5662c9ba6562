import type { MeantForm, Size, Suggesting, Unreadable } from '../../finding-types.ts'
import { contractOf, type Kind, kinds } from '../../contract/contracts.ts'
import { finding, findings } from '../finding.ts'
import { type Language } from '../../words/language.ts'
import { differenceIn } from '../terms.ts'
import { fileSize, suggestionIn } from '../../words/phrases.ts'
import { suggested } from '../word-fixes.ts'
import { oneOf, unreadableWords } from '../terms.ts'

const mistyped: { readonly [L in Language]: { readonly [F in MeantForm]?: string } } = {
  en: {
    frontmatter: 'the file starts with a line of "---"',
    'frontmatter-end': 'the frontmatter ends with a line of "---"',
    setting: 'a setting is written "key: value"',
  },
  ko: {
    frontmatter: '파일은 "---" 줄로 시작합니다',
    'frontmatter-end': '프론트매터는 "---" 줄로 끝냅니다',
    setting: '설정은 "키: 값"처럼 씁니다',
  },
}

export const fileFindings = findings({
  'frontmatter-mistyped': finding<{
    form: MeantForm
    difference?: { readonly found: string; readonly expected: string }
  }>({
    en: ({ form, difference }) => `${differenceIn.en(difference)}: ${mistyped.en[form]}.`,
    ko: ({ form, difference }) => `${differenceIn.ko(difference)}: ${mistyped.ko[form]}.`,
  }),
  'combining-marks': finding<{ max: number }>({
    en: ({ max }) => ({
      message: `More than ${max} combining marks follow each other here; remove some.`,
      help: 'No writing system needs so many on one letter; bringing them into order takes programs minutes.',
    }),
    ko: ({ max }) => ({
      message: `결합 문자가 ${max}개 넘게 이어집니다. 줄이세요.`,
      help: '한 글자에 이렇게 많은 결합 문자를 쓰는 문자 체계는 없으며, 정리하는 데 몇 분씩 걸립니다.',
    }),
  }),
  'failback-field-reserved': finding<{ key: string }>({
    en: ({ key }) => ({
      message: `"${key}" is added when the message is sent; remove it from the file.`,
      help: 'Numbers come from the sender and the recipient, the secret key from the environment.',
    }),
    ko: ({ key }) => ({
      message: `"${key}" 값은 발송할 때 추가됩니다. 파일에서 지우세요.`,
      help: '번호는 발신자와 수신자에서, 비밀 키는 환경 변수에서 가져옵니다.',
    }),
  }),
  'file-empty': {
    en: () => ({
      message: 'The file is empty; a message starts with frontmatter.',
      help: `The smallest message:\n---\nkind: ${kinds[0]}\n---\nHello!`,
    }),
    ko: () => ({
      message: '파일이 비어 있습니다. 메시지는 프론트매터로 시작합니다.',
      help: `가장 짧은 메시지:\n---\nkind: ${kinds[0]}\n---\n안녕하세요!`,
    }),
  },
  'file-not-utf8': finding<{ isUtf16?: true }>({
    subject: 'workspace',
    en: ({ isUtf16 }) => ({
      message: isUtf16
        ? 'The file is UTF-16; save it as UTF-8.'
        : 'The file is not UTF-8 from here on; save it as UTF-8.',
      ...(!isUtf16 && {
        help: 'Korean text from older programs is often in EUC-KR (CP949). Open it in that encoding and save it as UTF-8.',
      }),
    }),
    ko: ({ isUtf16 }) => ({
      message: isUtf16
        ? '파일이 UTF-16입니다. UTF-8로 저장하세요.'
        : '여기부터 UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요.',
      ...(!isUtf16 && {
        help: '오래된 프로그램은 한글을 EUC-KR(CP949)로 저장하곤 합니다. 그 인코딩으로 연 뒤 UTF-8로 다시 저장하세요.',
      }),
    }),
  }),
  'file-outside-root': {
    subject: 'project',
    en: () => ({
      message: 'The file is outside the project; move it into it.',
      help: 'Symbolic links are followed before this is decided.',
    }),
    ko: () => ({
      message: '프로젝트 밖의 파일입니다. 프로젝트 안으로 옮기세요.',
      help: '심볼릭 링크는 실제 위치로 판단합니다.',
    }),
  },
  'file-too-large': finding<Size>({
    subject: 'project',
    en: ({ bytes, maxBytes }) =>
      `The file has ${fileSize(bytes, maxBytes)}; a message file may have at most ${fileSize(maxBytes)}.`,
    ko: ({ bytes, maxBytes }) =>
      `파일이 ${fileSize(bytes, maxBytes)}입니다. 메시지 파일은 최대 ${fileSize(maxBytes)}입니다.`,
  }),
  'file-unreadable': finding<{ reason: Unreadable }>({
    subject: 'project',
    en: ({ reason }) => `The file cannot be read: ${unreadableWords.en[reason]}.`,
    ko: ({ reason }) => `파일을 읽을 수 없습니다. ${unreadableWords.ko[reason]}.`,
  }),
  'frontmatter-missing': finding<{ isToml?: true }>({
    en: ({ isToml }) => ({
      message: isToml
        ? 'Settings between lines of "+++" are TOML; write them in YAML between two lines of "---".'
        : 'The file does not start with frontmatter; put the settings between two lines of "---" at its top.',
      help: `---\nkind: ${kinds[0]}\n---`,
    }),
    ko: ({ isToml }) => ({
      message: isToml
        ? '"+++" 줄 사이의 설정은 TOML입니다. "---" 줄 두 개 사이에 YAML로 쓰세요.'
        : '프론트매터가 없습니다. 파일 맨 위에 "---" 줄 두 개를 쓰고 그 사이에 설정을 쓰세요.',
      help: `---\nkind: ${kinds[0]}\n---`,
    }),
  }),
  'frontmatter-unclosed': {
    en: () => ({
      message: 'The frontmatter is not closed; end it with a line of "---".',
      help: 'The closing line has exactly three "-" and starts in column 1.',
    }),
    ko: () => ({
      message: '프론트매터가 닫히지 않았습니다. "---" 줄로 닫으세요.',
      help: '닫는 줄은 첫 칸부터 "-" 세 개입니다.',
    }),
  },
  'id-duplicate': finding<{ id: string; other: string; isLink?: true }>({
    subject: 'workspace',
    en: ({ id, other, isLink }) => ({
      message: isLink
        ? `This file is a symbolic link to ${other}, which is a message itself; remove one of the two.`
        : `The id "${id}" belongs to ${other} too; give one of them another.`,
      help: 'The id, the release and the number identify a send for ever: two messages with one id would count as one.',
    }),
    ko: ({ id, other, isLink }) => ({
      message: isLink
        ? `이 파일은 메시지 ${other}의 심볼릭 링크입니다. 둘 중 하나를 지우세요.`
        : `${other} 파일의 id도 "${id}"입니다. 둘 중 하나를 바꾸세요.`,
      help: 'id, 릴리스, 수신 번호가 발송 한 건을 영구히 식별합니다. id가 같은 두 메시지는 하나로 취급됩니다.',
    }),
  }),
  'id-from-path-invalid': finding<{ id: string }>({
    en: ({ id }) => ({
      message: `The id that follows from the path, "${id}", is not one; add "id:" to the frontmatter.`,
      help: 'An id has 1 to 64 small letters, letters of scripts without capitals, digits, ".", "_" and "-", the first a letter or digit.',
    }),
    ko: ({ id }) => ({
      message: `경로에서 만든 "${id}" id는 쓸 수 없습니다. 프론트매터에 "id:"를 추가하세요.`,
      help: 'id는 한글, 영문 소문자, 숫자, ".", "_", "-" 1~64자이며 글자나 숫자로 시작합니다.',
    }),
  }),
  'id-invalid': finding<{ id: string }>({
    en: ({ id }) =>
      `"${id}" is not an id; use 1 to 64 small letters, digits, ".", "_" and "-", the first a letter or digit.`,
    ko: ({ id }) =>
      `"${id}": id로 쓸 수 없습니다. 한글, 영문 소문자, 숫자, ".", "_", "-"를 1~64자 쓰고 글자나 숫자로 시작하세요.`,
  }),
  'lone-surrogate': {
    en: 'Half of a character (a lone surrogate) stands here; remove it.',
    ko: '반쪽짜리 문자(짝 없는 서로게이트)가 있습니다. 지우세요.',
  },
  'merge-conflict': {
    en: 'A merge conflict of git is not resolved here; keep what is meant, and remove the lines with its marks.',
    ko: 'git 병합 충돌이 정리되지 않았습니다. 맞는 내용만 두고 충돌 표시 줄을 지우세요.',
  },
  'nul-character': {
    en: () => ({
      message: 'A NUL character stands here; remove it.',
      help: 'A file with NUL characters is often UTF-16: save it as UTF-8.',
    }),
    ko: () => ({
      message: 'NUL 문자가 있습니다. 지우세요.',
      help: 'NUL 문자가 있는 파일은 UTF-16일 때가 많습니다. UTF-8로 저장하세요.',
    }),
  },
  'setting-not-allowed': finding<{ key: string; kind: Kind }>({
    en: ({ key, kind }) => `"${key}" has no place in ${kind}: ${contractOf(kind).foreign[key]?.en ?? 'remove it.'}`,
    ko: ({ key, kind }) => `${kind}에는 "${key}" 설정이 없습니다. ${contractOf(kind).foreign[key]?.ko ?? '지우세요.'}`,
  }),
  'sender-unknown': finding<Suggesting<{ sender: string; known: readonly string[] }>>({
    subject: 'workspace',
    en: ({ sender, known, suggestion }) => ({
      message: `The configuration has no sender "${sender}".${suggestionIn.en(suggestion)}`,
      help: `${known.length > 0 ? `Its senders: ${oneOf(known)}.` : 'Its "senders" is empty.'} A message that names no sender has "default".`,
    }),
    ko: ({ sender, known, suggestion }) => ({
      message: `설정에 "${sender}" 발신자가 없습니다.${suggestionIn.ko(suggestion)}`,
      help: `${known.length > 0 ? `등록된 발신자: ${oneOf(known)}.` : '설정의 "senders"가 비어 있습니다.'} 발신자를 적지 않으면 "default"를 씁니다.`,
    }),
    fix: ({ sender, suggestion }, wrong) => suggested(sender, suggestion, wrong),
  }),
})
