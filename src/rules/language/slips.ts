import { codePointsOf } from '../../contract/text.ts'
import type { MeantForm, Slip } from '../../violation.ts'
import type { Language, Wording } from '../../words/language.ts'

const forms: { readonly [L in Language]: { readonly [F in MeantForm]: string } } = {
  en: {
    button: 'a button is written "- [name](https://…)"',
    image: 'an image is written "![…](path)"',
    tail: 'the tail is written "[label](https://…)"',
    header: 'the header is written "# header"',
    heading: 'an item or a card starts with "## title"',
    block: 'a block stands between "```button" (or coupon, link, tail) and "```"',
    divider: 'items and cards end with a line of "---"',
    comment: 'a comment is written "<!-- … -->"',
    frontmatter: 'the file starts with a line of "---"',
    'frontmatter-end': 'the frontmatter ends with a line of "---"',
    key: 'a setting is written "key: value"',
    link: 'a link starts with "https://", or with the scheme of an app such as "shop://"',
    variable: 'a variable is written "#{name}"',
  },
  ko: {
    button: '버튼은 "- [이름](https://…)"처럼 씁니다',
    image: '이미지는 "![…](경로)"처럼 씁니다',
    tail: '더보기 링크는 "[이름](https://…)"처럼 씁니다',
    header: '헤더는 "# 헤더"처럼 씁니다',
    heading: '아이템과 카드는 "## 제목"으로 시작합니다',
    block: '블록은 "```button"(또는 coupon, link, tail)과 "```" 사이에 씁니다',
    divider: '아이템과 카드는 "---" 줄로 끝냅니다',
    comment: '주석은 "<!-- … -->"처럼 씁니다',
    frontmatter: '파일은 "---" 줄로 시작합니다',
    'frontmatter-end': '프론트매터는 "---" 줄로 끝냅니다',
    key: '설정은 "키: 값"처럼 씁니다',
    link: '링크는 "https://"나 "shop://" 같은 앱 스킴으로 시작합니다',
    variable: '변수는 "#{이름}"처럼 씁니다',
  },
}

/** What is offered to people who mean the characters themselves; `mark` is one of ASCII. */
export const escapeHelp: { readonly [L in Language]: (what: 'line' | 'variable', mark: string) => string } = {
  en: (what, mark) =>
    `To send ${what === 'line' ? 'the line' : 'it'} as it is typed, put "\\" in front of its ${quoted(mark)}.`,
  ko: (_, mark) => `입력한 글자 그대로 보내려면 ${quoted(mark)} 앞에 "\\"를 쓰세요.`,
}

/** A character as people can tell it from another: those that look alike have different code points. */
function shown(text: string): string {
  const [first = ''] = text
  const point = codePointsOf(first)
  return /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(first) ? `${quoted(first)} (${point})` : point
}

/** A text in quotes, which are others where it has some itself. */
function quoted(text: string): string {
  return text.includes('"') ? `'${text}'` : `"${text}"`
}

/** Languages that have no name of their own. */
const languageNames: { readonly [L in Language]: { readonly [of: string]: string } } = {
  en: { wiki: 'a wiki', code: 'program code' },
  ko: { wiki: '위키', code: '프로그램 코드' },
}

function english(slip: Slip): string {
  switch (slip.type) {
    case 'look-alike':
      return slip.expected === ''
        ? `The character ${shown(slip.found)} does not belong here; remove it`
        : `${shown(slip.found)} stands here; type ${slip.expected === ' ' ? 'a plain space' : quoted(slip.expected)} instead`
    case 'instead':
      return `${quoted(slip.found)} stands here; write ${quoted(slip.expected)}`
    case 'missing':
      return `${quoted(slip.expected)} is missing here; add it`
    case 'indented':
      return 'Spaces stand in front of this line; start it in column 1'
    case 'quoted':
      return 'The mark of a quote stands in front of this line; start it in column 1'
    case 'tab':
      return 'A tab indents this line; use spaces'
    case 'indentation':
      return `This line is indented by ${slip.found}; indent it by ${slip.expected}`
    case 'blank-line':
      return 'The file does not start with "---": remove what stands above it'
    case 'bullet-missing':
      return 'This link has no "- " in front of it; add it, so that it is a button'
    case 'button-or-tail':
      return 'This link is a button with "- " in front of it, or the tail with a line of "---" above it; write one of them'
    case 'bullet':
      return `The line starts with "${slip.found}"; start it with "-"`
    case 'bullet-not-needed':
      return `"${slip.found}" stands in front of this line; remove it`
    case 'doubled':
      return `${quoted(slip.found)} stands here twice; remove one`
    case 'needless':
      return `${quoted(slip.found)} does not belong here; remove it`
    case 'no-setting':
      return 'This line is no setting; put "#" in front of a note, or a line of "---" above the text of the message'
    case 'not-alone':
      return 'A comment stands beside text; write it on a line of its own'
    case 'space-missing':
      return `A space is missing behind "${slip.after}"; add it`
    case 'space':
      return slip.before === ''
        ? 'Spaces stand here; remove them'
        : `A space stands in front of "${slip.before}"; remove it`
    case 'swapped':
      return 'Brackets and parentheses are swapped; the name goes in [ ], the link in ( )'
    case 'line-break':
      return 'The line breaks in the middle of a form; write it on one line'
    case 'unquoted':
      return 'This value holds ": " or "#", which YAML reads as something else; put it in quotes'
    case 'comma-unquoted':
      return 'This value holds a comma, with which YAML ends it; put the whole value in quotes'
    case 'sign-unquoted':
      return `This value starts with "${slip.found}", which YAML reads as something else; put it in quotes`
    case 'below-frontmatter':
      return 'This setting stands below the frontmatter; move it above the closing "---"'
    case 'second-frontmatter':
      return 'Another message starts here; give it a file of its own'
    case 'line-break-missing':
      return 'The line goes on behind its mark; start a new line'
    case 'settings-joined':
      return 'Another setting stands in this line; start a new line for it'
    case 'space-in-path':
      return 'A space stands in the path; put the path in angle brackets: <…>'
    case 'space-in-link':
      return 'A space stands in the link; remove it'
    case 'space-in-query':
      return 'A space stands in the link; write "%20" for it, or remove it'
    case 'backslash':
      return 'A backslash stands in the path; write "/"'
    case 'followed':
      return `"${shortened(slip.text)}" stands behind it; move it to a line of its own or remove it`
    case 'preceded':
      return `"${shortened(slip.text)}" stands in front of it; move it to a line of its own or remove it`
    case 'depth':
      return `The line starts with "${'#'.repeat(slip.found)}"; start it with "${'#'.repeat(slip.expected)} "`
    case 'syntax':
      return slip.of === 'Markdown'
        ? 'Marks of Markdown stand around this form; remove them'
        : `This is written as in ${languageNames.en[slip.of] ?? slip.of}, and would be sent as text`
  }
}

function korean(slip: Slip): string {
  switch (slip.type) {
    case 'look-alike':
      return slip.expected === ''
        ? `여기에 필요 없는 문자가 있습니다(${shown(slip.found)}). 지우세요`
        : `${shown(slip.found)} 대신 ${slip.expected === ' ' ? '일반 공백' : quoted(slip.expected)} 문자를 쓰세요`
    case 'instead':
      return `${quoted(slip.found)} 대신 ${quoted(slip.expected)}처럼 쓰세요`
    case 'missing':
      return `여기에 ${quoted(slip.expected)} 문자가 빠졌습니다`
    case 'indented':
      return '줄 앞에 공백이 있습니다. 첫 칸부터 쓰세요'
    case 'quoted':
      return '줄 앞에 인용 기호가 있습니다. 첫 칸부터 쓰세요'
    case 'tab':
      return '탭으로 들여썼습니다. 공백을 쓰세요'
    case 'indentation':
      return `${slip.found}칸 들여쓴 줄입니다. ${slip.expected}칸 들여쓰세요`
    case 'blank-line':
      return '파일이 "---"로 시작하지 않습니다. 그 위의 내용을 지우세요'
    case 'bullet-missing':
      return '링크 앞에 "- "가 없습니다. 버튼이라면 추가하세요'
    case 'button-or-tail':
      return '이 링크는 앞에 "- "가 있으면 버튼, 윗줄에 "---"가 있으면 더보기 링크입니다. 둘 중 하나로 쓰세요'
    case 'bullet':
      return `줄이 "${slip.found}" 기호로 시작합니다. "-"로 시작하세요`
    case 'bullet-not-needed':
      return `줄 앞에 "${slip.found}" 기호가 있습니다. 지우세요`
    case 'doubled':
      return `${quoted(slip.found)} 문자가 두 번 나옵니다. 하나를 지우세요`
    case 'needless':
      return `여기에 필요 없는 ${quoted(slip.found)} 문자가 있습니다. 지우세요`
    case 'no-setting':
      return '설정이 아닌 줄입니다. 메모라면 앞에 "#"을 쓰고, 메시지 본문이라면 그 위에 "---" 줄을 쓰세요'
    case 'not-alone':
      return '주석이 글과 같은 줄에 있습니다. 다른 줄로 옮기세요'
    case 'space-missing':
      return `"${slip.after}" 뒤에 공백이 없습니다. 한 칸 띄우세요`
    case 'space':
      return slip.before === '' ? '여기에 공백이 있습니다. 지우세요' : `"${slip.before}" 앞에 공백이 있습니다. 지우세요`
    case 'swapped':
      return '대괄호와 소괄호가 바뀌었습니다. 이름은 [ ], 링크는 ( ) 안에 쓰세요'
    case 'line-break':
      return '한 줄로 써야 하는 내용이 여러 줄로 나뉘었습니다'
    case 'unquoted':
      return '값에 ": "나 "#"가 있어 YAML이 다르게 읽습니다. 따옴표로 감싸세요'
    case 'comma-unquoted':
      return '값에 쉼표가 있어 YAML이 값을 거기서 끊습니다. 값 전체를 따옴표로 감싸세요'
    case 'sign-unquoted':
      return `값이 "${slip.found}" 기호로 시작해 YAML이 다르게 읽습니다. 따옴표로 감싸세요`
    case 'below-frontmatter':
      return '설정이 프론트매터 아래에 있습니다. 프론트매터를 닫는 "---" 위로 옮기세요'
    case 'second-frontmatter':
      return '여기서 다른 메시지가 시작합니다. 메시지마다 파일을 따로 만드세요'
    case 'line-break-missing':
      return '기호와 내용이 한 줄에 있습니다. 줄을 바꾸세요'
    case 'settings-joined':
      return '한 줄에 설정이 두 개 이상 있습니다. 줄을 바꾸세요'
    case 'space-in-path':
      return '경로에 공백이 있습니다. <…>처럼 홑화살괄호로 감싸세요'
    case 'space-in-link':
      return '링크에 공백이 있습니다. 지우세요'
    case 'space-in-query':
      return '링크에 공백이 있습니다. "%20"으로 쓰거나 지우세요'
    case 'backslash':
      return '경로에 역슬래시가 있습니다. "/"를 쓰세요'
    case 'followed':
      return `뒤에 "${shortened(slip.text)}" 내용이 더 있습니다. 다른 줄로 옮기거나 지우세요`
    case 'preceded':
      return `앞에 "${shortened(slip.text)}" 내용이 있습니다. 다른 줄로 옮기거나 지우세요`
    case 'depth':
      return `줄이 "${'#'.repeat(slip.found)}"로 시작합니다. "${'#'.repeat(slip.expected)} "로 시작하세요`
    case 'syntax':
      return slip.of === 'Markdown'
        ? '앞뒤에 마크다운 기호가 있습니다. 지우세요'
        : `${languageNames.ko[slip.of] ?? slip.of} 표기는 글자 그대로 발송됩니다`
  }
}

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length > 20 ? `${characters.slice(0, 20).join('')}…` : text
}

const sentence = { en: english, ko: korean } as const

/**
 * Says what is mistyped in a form, and how the form is written.
 *
 * @param escapable the mark in front of which a backslash makes text of the line
 */
export function slipWording(
  form: MeantForm,
  slip: Slip,
  { escapable, lang }: { readonly escapable: string | undefined; readonly lang: Language },
): Wording {
  const message = `${sentence[lang](slip)}: ${forms[lang][form]}.`
  return { message, ...(escapable !== undefined && { help: escapeHelp[lang]('line', escapable) }) }
}
