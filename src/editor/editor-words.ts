import { contractOf, contracts, factsOf, type Kind, kinds } from '../contract/contracts.ts'
import type { ByteReading, CharacterReading } from '../text/text.ts'
import type { BlockName } from '../language/block-names.ts'
import type { Language } from '../words/language.ts'

const en = {
  actions: {
    fix: (rule: string) => `Fix ${rule}`,
    /** Of one replacement; either text is empty where nothing stood or stands there. */
    edit: (before: string, after: string) =>
      before === ''
        ? after === ''
          ? ''
          : `Insert "${after}"`
        : after === ''
          ? `Remove "${before}"`
          : `Replace "${before}" with "${after}"`,
    fixAll: 'Fix everything that can be fixed safely',
    suppress: (rule: string) => `Suppress ${rule} here, with a reason`,
    /** Stands in a directive until a reason is written. */
    reason: 'TODO: say why',
    declare: (name: string) => `Declare the variable "${name}"`,
  },
  rename: {
    'no-variable': () => 'There is no variable here.',
    'name-invalid': (name) => `"${name}" is no name of a variable: 1 to 32 letters, digits or "_".`,
    'name-taken': (name) => `There is a variable "${name}" already.`,
  } satisfies Record<'no-variable' | 'name-invalid' | 'name-taken', (name: string) => string>,
  limit: (max: number, unit: 'bytes' | 'characters') => `At most ${max} ${unit}.`,
  counts: { reading: 'Counted as', now: 'now', longest: 'at the longest' },
  readings: {
    'utf-8': 'UTF-8 bytes',
    'euc-kr': 'EUC-KR bytes',
    characters: 'characters',
    'utf-16': 'UTF-16 units',
    'code-points': 'code points',
    graphemes: 'graphemes',
  } satisfies Record<ByteReading | CharacterReading, string>,
  variable: {
    facts: ({ max, example, fallback }: { max?: number; example?: string; fallback?: string }) =>
      [
        max === undefined ? 'no max' : `at most ${max} characters`,
        ...(example === undefined ? [] : [`example: ${example}`]),
        ...(fallback === undefined ? [] : [`fallback: ${fallback}`]),
      ].join(', '),
    undeclared: 'Not declared under `vars`.',
    constant: (text: string) => `A constant of the configuration: ${text}`,
    usedOn: (lines: readonly number[]) =>
      lines.length === 1 ? `Used on line ${lines[0]}.` : `Used on the lines ${lines.join(', ')}.`,
    unused: 'Used nowhere.',
  },
  image: {
    facts: ({ format, width, height, size }: { format: string; width: number; height: number; size: string }) =>
      `${format}, ${width} × ${height} px, ${size}`,
    fits: 'It fits this kind of message.',
    notFound: 'There is no such file.',
    unreadable: 'The file is no image that can be read.',
  },
  moreAbout: 'More about this rule',
  keys: {
    kind: 'The message kind; becomes `service_id`.',
    id: 'Identity of the message in plans and the ledger. Default: the path, with "." for "/".',
    title: 'A name for people; not sent.',
    sender: "A name in the configuration's `senders`. Default: `default`.",
    vars: 'The variables that the message uses, by name.',
    'vars.max': 'The most characters a value may have.',
    'vars.example': 'A value for the preview; never sent.',
    'vars.fallback': 'Stands in for a recipient without a value.',
    recipients: 'Path of a CSV or NDJSON file of recipients, relative to the message.',
    columns: 'Names of columns by what the recipients file calls them: `{ 휴대폰번호: receiver_number }`.',
    meta: "Room for the team's own data.",
  },
  blocks: {
    button: 'One button, or a list of buttons.',
    coupon: 'A coupon.',
    price: 'The price of a product.',
    link: 'The links of an item, or of what stands before the cards.',
    tail: 'The "more" link at the end of a carousel.',
  } satisfies Record<BlockName, string>,
  directives: {
    'friendtalk-disable-next-line': 'Suppresses rules on the next line. The reason behind "--" is required.',
    'friendtalk-disable': 'Suppresses rules in the rest of the file. The reason behind "--" is required.',
  },
  sender: "A sender of the project's configuration.",
  /** Behind the attributes that a button must have. */
  attributes: (required: readonly string[], optional: readonly string[]) =>
    [
      ...(required.length > 0 ? [`Needs ${required.join(', ')}.`] : []),
      ...(optional.length > 0 ? [`May have ${optional.join(', ')}.`] : []),
    ].join(' '),
}

const ko: typeof en = {
  actions: {
    fix: (rule) => `${rule} 고치기`,
    edit: (before, after) =>
      before === ''
        ? after === ''
          ? ''
          : `"${after}" 넣기`
        : after === ''
          ? `"${before}" 지우기`
          : `"${before}" → "${after}"`,
    fixAll: '안전하게 고칠 수 있는 것 모두 고치기',
    suppress: (rule) => `이유를 적고 여기서 ${rule} 끄기`,
    reason: '할 일: 이유를 적으세요',
    declare: (name) => `변수 "${name}" 선언하기`,
  },
  rename: {
    'no-variable': () => '여기에는 변수가 없습니다.',
    'name-invalid': (name) => `"${name}"은(는) 변수 이름으로 쓸 수 없습니다. 문자, 숫자, "_"로 1~32자를 적으세요.`,
    'name-taken': (name) => `변수 "${name}"이(가) 이미 있습니다.`,
  },
  limit: (max, unit) => `최대 ${max}${unit === 'bytes' ? '바이트' : '자'}입니다.`,
  counts: { reading: '세는 방법', now: '지금', longest: '가장 길 때' },
  readings: {
    'utf-8': 'UTF-8 바이트',
    'euc-kr': 'EUC-KR 바이트',
    characters: '글자 수',
    'utf-16': 'UTF-16 단위',
    'code-points': '코드 포인트',
    graphemes: '눈에 보이는 글자',
  },
  variable: {
    facts: ({ max, example, fallback }) =>
      [
        max === undefined ? 'max 없음' : `최대 ${max}자`,
        ...(example === undefined ? [] : [`예시: ${example}`]),
        ...(fallback === undefined ? [] : [`대체 값: ${fallback}`]),
      ].join(', '),
    undeclared: '`vars`에 선언되지 않았습니다.',
    constant: (text) => `설정의 \`values\`에 있는 값: ${text}`,
    usedOn: (lines) => `${lines.join(', ')}행에서 씁니다.`,
    unused: '아무 데서도 쓰지 않습니다.',
  },
  image: {
    facts: ({ format, width, height, size }) => `${format}, ${width} × ${height}픽셀, ${size}`,
    fits: '이 종류의 메시지에 쓸 수 있습니다.',
    notFound: '파일이 없습니다.',
    unreadable: '읽을 수 있는 이미지 파일이 아닙니다.',
  },
  moreAbout: '이 규칙 자세히 보기',
  keys: {
    kind: '메시지 종류입니다. `service_id`가 됩니다.',
    id: '발송 계획과 발송 기록에서 메시지를 구별하는 이름입니다. 적지 않으면 경로의 "/"를 "."으로 바꾼 것입니다.',
    title: '사람이 알아보는 이름입니다. 전송되지 않습니다.',
    sender: '설정의 `senders`에 있는 이름입니다. 적지 않으면 `default`입니다.',
    vars: '메시지에서 쓰는 변수를 이름별로 선언합니다.',
    'vars.max': '값의 최대 글자 수입니다.',
    'vars.example': '미리보기에 쓰는 값입니다. 전송되지 않습니다.',
    'vars.fallback': '값이 없는 수신자에게 대신 쓰는 값입니다.',
    recipients: '수신자 목록(CSV 또는 NDJSON) 파일의 경로입니다. 메시지 파일을 기준으로 적습니다.',
    columns: '수신자 파일의 열 이름을 바꿔 읽습니다: `{ 휴대폰번호: receiver_number }`.',
    meta: '팀에서 자유롭게 쓰는 자료입니다.',
  },
  blocks: {
    button: '버튼 하나 또는 버튼 목록입니다.',
    coupon: '쿠폰입니다.',
    price: '상품의 가격입니다.',
    link: '항목이나 인트로 카드의 링크입니다.',
    tail: '캐러셀 끝의 "더보기" 링크입니다.',
  },
  directives: {
    'friendtalk-disable-next-line': '다음 줄에서 규칙을 끕니다. "--" 뒤에 이유를 꼭 적어야 합니다.',
    'friendtalk-disable': '파일의 나머지에서 규칙을 끕니다. "--" 뒤에 이유를 꼭 적어야 합니다.',
  },
  sender: '프로젝트 설정에 있는 발신 프로필입니다.',
  attributes: (required, optional) =>
    [
      ...(required.length > 0 ? [`필수: ${required.join(', ')}.`] : []),
      ...(optional.length > 0 ? [`선택: ${optional.join(', ')}.`] : []),
    ].join(' '),
}

export const editorWords: { readonly [L in Language]: typeof en } = { en, ko }

/** What a key is for; undefined for one without a description. Without a kind every service is asked. */
export function keyDescription(
  path: readonly string[],
  where: string,
  { lang, kind }: { readonly lang: Language; readonly kind: Kind | undefined },
): string | undefined {
  const { keys }: { readonly keys: { readonly [key: string]: string } } = editorWords[lang]
  const [first = '', second = ''] = path
  const key = path.at(-1) ?? ''
  const asked = kind === undefined ? contracts : [contractOf(kind)]
  for (const { settings, nameWords } of asked) {
    if (where !== 'frontmatter') return nameWords[key]?.[lang]
    const setting = settings[first]
    if (setting && path.length <= 2) return (path.length === 1 ? setting : setting.fields?.[second])?.description[lang]
  }
  if (path.length === 1) return keys[key]
  return path[0] === 'vars' && path.length === 3 ? keys[`vars.${key}`] : undefined
}

export function valueDescription(
  key: string,
  value: string,
  { lang, kind: own }: { readonly lang: Language; readonly kind: Kind | undefined },
): string | undefined {
  if (key === 'kind') return kinds.some((kind) => kind === value) ? factsOf(value as Kind).description[lang] : undefined
  const asked = own === undefined ? contracts : [contractOf(own)]
  return asked.map(({ buttonTypes }) => buttonTypes[value]?.description[lang]).find((text) => text !== undefined)
}
