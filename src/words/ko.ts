import type { Place, ValueType, Where } from '../fault.ts'
import { configurationWords } from './configuration.ts'
import { directiveWords } from './directives.ts'
import { mistypedWords } from './near-miss.ts'
import { fileSize } from './file-size.ts'
import { recipientsWords } from './recipients.ts'
import { suggestionIn } from './suggestion.ts'
import { unreadableWords } from './unreadable.ts'
import { variableExample } from './variable-example.ts'
import type { Words } from './wording.ts'
import { yamlWords } from './yaml.ts'

const places: { readonly [P in Place]: string } = {
  message: '메시지 본문',
  'before-items': '첫 "## " 앞',
  item: '아이템 안',
  card: '카드 안',
  'after-items': '"---" 뒤',
}

const wheres: { readonly [W in Where]: string } = {
  frontmatter: '프론트매터',
  vars: 'vars',
  variable: '변수 선언',
  failback_data: 'failback_data',
  button: '버튼',
  coupon: '쿠폰',
  link: 'link 블록',
  tail: 'tail 블록',
  configuration: '설정',
  sender: '발신자',
  limits: 'limits',
  override: 'override',
  target: '발송 대상',
  environment: '환경 변수 값',
}

const types: { readonly [T in ValueType]: string } = {
  text: '텍스트',
  number: '숫자',
  'whole number': '정수',
  boolean: 'true 또는 false',
  nothing: '빈 값',
  mapping: '매핑',
  list: '목록',
}

const meant = suggestionIn.ko
const oneOf = (values: readonly string[]): string => values.join(', ')
/** How a value is called: a whole file has no key, and the index of a list says nothing to people. */
const called = (key: string): string => (/^\d*$/.test(key) ? '이 값' : `"${key}" 값`)

export const ko: Words = {
  'file-unreadable': ({ reason }) => ({ message: `파일을 읽을 수 없습니다. ${unreadableWords.ko[reason]}.` }),
  'file-outside-root': () => ({
    message: '프로젝트 밖의 파일입니다. 프로젝트 안으로 옮기세요.',
    help: '심볼릭 링크는 실제 위치로 판단합니다.',
  }),
  'file-too-large': ({ bytes, maxBytes }) => ({
    message: `파일이 ${fileSize(bytes, maxBytes)}입니다. 메시지 파일은 최대 ${fileSize(maxBytes)}입니다.`,
  }),
  'file-not-utf8': () => ({
    message: '여기부터 UTF-8이 아닙니다. 파일을 UTF-8로 저장하세요.',
    help: '오래된 프로그램은 한글을 EUC-KR(CP949)로 저장하곤 합니다. 그 인코딩으로 연 뒤 UTF-8로 다시 저장하세요.',
  }),
  'file-empty': () => ({
    message: '파일이 비어 있습니다. 메시지는 프론트매터로 시작합니다.',
    help: '가장 짧은 메시지:\n---\nkind: ft-text\n---\n안녕하세요!',
  }),
  'nul-character': () => ({
    message: 'NUL 문자가 있습니다. 지우세요.',
    help: 'NUL 문자가 있는 파일은 UTF-16일 때가 많습니다. UTF-8로 저장하세요.',
  }),
  'combining-marks': ({ max }) => ({
    message: `결합 문자가 ${max}개 넘게 이어집니다. 줄이세요.`,
    help: '한 글자에 이렇게 많은 결합 문자를 쓰는 문자 체계는 없으며, 정리하는 데 몇 분씩 걸립니다.',
  }),
  'lone-surrogate': () => ({ message: '반쪽짜리 문자(짝 없는 서로게이트)가 있습니다. 지우세요.' }),

  'frontmatter-missing': () => ({
    message: '프론트매터가 없습니다. 파일 맨 위에 "---" 줄 두 개를 쓰고 그 사이에 설정을 쓰세요.',
    help: '---\nkind: ft-text\n---',
  }),
  'frontmatter-unclosed': () => ({
    message: '프론트매터가 닫히지 않았습니다. "---" 줄로 닫으세요.',
    help: '닫는 줄은 첫 칸부터 "-" 세 개입니다.',
  }),
  ...yamlWords.ko,
  ...mistypedWords.ko,

  'key-duplicate': ({ key }) => ({ message: `"${key}" 키가 두 번 나옵니다. 하나를 지우세요.` }),
  'key-unknown': ({ key, where, allowed, suggestion }) => ({
    message: `"${key}": ${wheres[where]}에 없는 키입니다.${meant(suggestion)}`,
    help: `쓸 수 있는 키: ${oneOf(allowed)}`,
  }),
  'key-missing': ({ key, where }) => ({ message: `${wheres[where]}에 "${key}" 항목이 없습니다. 추가하세요.` }),
  'value-type': ({ key, expected, found, where, text }) => ({
    message: `${called(key)}의 형식은 ${types[found]}입니다. ${expected.map((type) => types[type]).join(', ')}${expected.length > 1 ? ' 중 한 가지로' : ' 형식으로'} 쓰세요.`,
    ...(found === 'boolean' &&
      expected.includes('text') && {
        help: `true나 false라는 텍스트는 따옴표로 감쌉니다. 예: ${/^\d*$/.test(key) ? '' : `${key}: `}"true"`,
      }),
    ...(where === 'vars' && { help: variableExample(key, text) }),
  }),
  'value-empty': ({ key }) => ({ message: `${called(key)}이 비어 있습니다. 값을 쓰거나 지우세요.` }),
  'number-unquoted': ({ key, text }) => ({
    message: `${called(key)}이 숫자입니다. 따옴표로 감싸세요: "${text}".`,
    help: 'YAML은 숫자의 맨 앞 0을 버립니다. 01012345678은 1012345678이 됩니다.',
  }),
  'value-not-allowed': ({ key, value, allowed, suggestion }) => ({
    message: `"${value}": "${key}"에 쓸 수 없는 값입니다. ${oneOf(allowed)} 중에서 고르세요.${meant(suggestion)}`,
  }),
  'value-too-small': ({ key, value, min }) => ({
    message: `${called(key)}이 ${value}입니다. ${min} 이상이어야 합니다.`,
  }),
  'id-invalid': ({ id }) => ({
    message: `"${id}": id로 쓸 수 없습니다. a-z, 0-9, ".", "_", "-"를 1~64자 쓰고 영문 소문자나 숫자로 시작하세요.`,
  }),
  'id-from-path-invalid': ({ id }) => ({
    message: `경로에서 만든 "${id}" id는 쓸 수 없습니다. 프론트매터에 "id:"를 추가하세요.`,
    help: 'id는 a-z, 0-9, ".", "_", "-" 1~64자이며 영문 소문자나 숫자로 시작합니다.',
  }),
  'id-duplicate': ({ id, other }) => ({
    message: `${other} 파일의 id도 "${id}"입니다. 둘 중 하나를 바꾸세요.`,
    help: 'id, 릴리스, 수신 번호가 발송 한 건을 영구히 식별합니다. id가 같은 두 메시지는 하나로 취급됩니다.',
  }),
  'sender-unknown': ({ sender, known, suggestion }) => ({
    message: `설정에 "${sender}" 발신자가 없습니다.${meant(suggestion)}`,
    help: `${known.length > 0 ? `등록된 발신자: ${oneOf(known)}.` : '설정의 "senders"가 비어 있습니다.'} 발신자를 적지 않으면 "default"를 씁니다.`,
  }),
  'failback-field-reserved': ({ key }) => ({
    message: `"${key}" 값은 발송할 때 추가됩니다. 파일에서 지우세요.`,
    help: '번호는 발신자와 수신자에서, 비밀 키는 환경 변수에서 가져옵니다.',
  }),

  'variable-name-invalid': ({ name }) => ({
    message: `"${name}": 변수 이름으로 쓸 수 없습니다. 글자, 숫자, "_" 1~32자로 쓰세요. "#{" 문자 자체는 "\\#{"로 씁니다.`,
  }),
  'variable-unclosed': () => ({
    message: '"#{"가 "}"로 닫히지 않았습니다. 닫거나, 문자 자체라면 "\\#{"로 쓰세요.',
  }),
  'variable-undeclared': ({ name, suggestion }) => ({
    message: `"${name}" 변수를 "vars"에 선언하지 않았습니다.${meant(suggestion)}`,
    help: `vars:\n  ${name}: { max: 10, example: … }`,
  }),
  'variable-not-allowed': ({ name, field }) => ({
    message: `변수를 쓸 수 없는 ${field} 값에 "#{${name}}" 변수가 있습니다. 변수 대신 실제 값을 쓰세요.`,
  }),
  'variable-ambiguous': ({ name }) => ({
    message: `글자로 쓴 "#{${name}}" 부분과 "${name}" 변수를 구별할 수 없습니다. 변수 이름을 바꾸세요.`,
  }),

  'heading-not-allowed': ({ kind, depth, place }) => ({
    message: `${kind}: ${places[place]}에는 제목을 쓸 수 없습니다. "#"로 시작하는 텍스트라면 "\\${'#'.repeat(depth)} …"로 쓰세요.`,
    ...(kind === 'ft-carousel-feed' && depth === 1 && { help: '캐러셀의 카드는 "## "로 시작합니다.' }),
  }),
  'header-repeated': () => ({ message: '헤더가 이미 있습니다. 하나를 지우세요.' }),
  'header-after-text': () => ({ message: '헤더가 본문 뒤에 있습니다. 맨 위로 옮기세요.' }),
  'title-empty': ({ depth }) => ({ message: `"${'#'.repeat(depth)}" 뒤가 비어 있습니다. 제목을 쓰세요.` }),
  'text-not-allowed': ({ kind, place }) => ({
    message: `${kind}: ${places[place]}에는 텍스트를 쓸 수 없습니다. 옮기거나 지우세요.`,
  }),
  'text-missing': ({ kind, place }) => ({
    message:
      place === 'card'
        ? '카드에 본문이 없습니다. 제목 아래에 쓰세요.'
        : `메시지에 본문이 없습니다. ${kind}에는 본문이 필요합니다.`,
    ...(kind === 'ft-wide-item-list' || (kind === 'ft-carousel-feed' && place === 'message')
      ? { help: '본문은 첫 "## " 앞에 씁니다.' }
      : {}),
  }),
  'header-missing': () => ({
    message: 'ft-wide-item-list에는 헤더가 필요합니다. 본문 위에 "# …" 줄을 쓰세요.',
  }),
  'items-missing': ({ kind }) => ({
    message:
      kind === 'ft-carousel-feed'
        ? '캐러셀에 카드가 없습니다. 카드는 "## "로 시작합니다.'
        : '리스트에 아이템이 없습니다. 아이템은 "## "로 시작합니다.',
  }),
  'divider-not-allowed': ({ place }) => ({
    message: {
      message: '여기에는 "---"를 쓸 수 없습니다. 지우세요.',
      'before-items': '"---"는 아이템이나 카드를 끝내는 줄인데 위에 아무것도 없습니다. 지우세요.',
      item: '"---"는 아이템을 끝내는 줄인데 뒤에 아이템이 더 있습니다. 지우세요.',
      card: '"---"는 카드를 끝내는 줄인데 뒤에 카드가 더 있습니다. 지우세요.',
      'after-items': '아이템이나 카드는 이미 끝났습니다. 이 "---"를 지우세요.',
    }[place],
  }),
  'image-not-allowed': ({ kind, place }) => ({
    message:
      kind === 'ft-text'
        ? 'ft-text에는 이미지를 쓸 수 없습니다. 지우거나 ft-image 또는 ft-wide를 쓰세요.'
        : `${kind}: ${places[place]}에는 이미지를 쓸 수 없습니다. 옮기거나 지우세요.`,
  }),
  'image-repeated': ({ place }) => ({ message: `${places[place]}에 이미지가 이미 있습니다. 하나를 지우세요.` }),
  'image-missing': ({ kind, place }) => ({
    message:
      place === 'message'
        ? `${kind}에는 이미지가 필요합니다. "![…](경로)" 줄을 추가하세요.`
        : `${place === 'card' ? '카드' : '아이템'}에 이미지가 필요합니다. "![…](경로)" 줄을 추가하세요.`,
  }),
  'button-not-allowed': ({ kind, place }) => ({
    message: `${kind}: ${places[place]}에는 버튼을 쓸 수 없습니다. 옮기거나 지우세요.`,
    ...(kind === 'ft-carousel-feed' && { help: '캐러셀의 버튼은 카드 안에 씁니다.' }),
    ...(kind === 'ft-wide-item-list' && { help: '버튼은 첫 아이템 앞이나 "---" 뒤에 씁니다.' }),
  }),
  'block-unknown': ({ name, suggestion }) => ({
    message: `"${name}" 블록은 없습니다. button, coupon, link, tail 중에서 고르세요.${meant(suggestion)}`,
    help: '백틱 세 개로 시작하는 텍스트라면 첫 백틱을 이스케이프하세요: \\```',
  }),
  'block-unclosed': ({ name }) => ({ message: `${name} 블록이 닫히지 않았습니다. "\`\`\`" 줄로 닫으세요.` }),
  'block-not-allowed': ({ name, kind, place }) => ({
    message: `${kind}: ${places[place]}에는 ${name} 블록을 쓸 수 없습니다. 옮기거나 지우세요.`,
  }),
  'coupon-repeated': () => ({ message: '카드에 쿠폰이 이미 있습니다. 하나를 지우세요.' }),
  'tail-repeated': () => ({ message: '캐러셀에 더보기(tail)가 이미 있습니다. 하나를 지우세요.' }),
  'comment-unclosed': () => ({
    message: '주석이 닫히지 않았습니다. "-->"로 닫거나, 문자 자체라면 "\\<!--"로 쓰세요.',
  }),

  'link-empty': () => ({ message: '링크가 비어 있습니다. 주소를 쓰세요.' }),
  'link-without-scheme': ({ link, suggestion }) => ({
    message: `"${link}": 무엇으로 여는 링크인지 알 수 없습니다. "https://"나 "shop://" 같은 앱 스킴으로 시작하세요.${meant(suggestion)}`,
  }),
  'link-scheme-not-allowed': ({ link }) => ({
    message: `"${link}": 웹 주소가 아닙니다. 이미지 링크는 "https://"나 "http://"만 됩니다.`,
  }),
  'second-link-not-allowed': () => ({ message: '이미지에는 링크를 하나만 걸 수 있습니다. 두 번째 링크를 지우세요.' }),
  'second-link-not-web': ({ link, suggestion }) => ({
    message: `두 번째 링크 "${link}": 웹 주소가 아닙니다. "https://"로 시작하세요.${meant(suggestion)}`,
    help: '웹 링크 뒤에는 PC용 주소를, 앱 링크 뒤에는 앱이 없는 휴대폰용 주소를 씁니다.',
  }),
  'item-link-missing': () => ({
    message: '아이템에 링크가 없습니다. "[![…](경로)](https://…)"나 link 블록을 쓰세요.',
  }),
  'item-link-repeated': () => ({ message: '아이템에 링크가 이미 있습니다. 하나를 지우세요.' }),
  'item-link-not-mobile': () => ({
    message: '아이템에는 휴대폰용 웹 주소(url_mobile)가 필요합니다. 두 번째 링크나 link 블록에 쓰세요.',
  }),
  'button-attribute-not-allowed': ({ attribute, type, allowed }) => ({
    message: `${type} 버튼에는 "${attribute}" 속성을 쓸 수 없습니다. 지우세요.`,
    help: `쓸 수 있는 속성: ${oneOf(allowed)}`,
  }),
  'app-link-target-missing': () => ({
    message: 'AL 버튼에 연결할 주소가 없습니다. scheme_ios, scheme_android, url_mobile 중 하나를 쓰세요.',
  }),

  ...configurationWords.ko,

  'image-path-empty': () => ({ message: '이미지 경로가 비어 있습니다. 파일 위치를 쓰세요.' }),
  'image-path-absolute': ({ path }) => ({
    message: `"${path}": 절대 경로입니다. 메시지 파일이 있는 폴더에서 시작하는 경로로 쓰세요.`,
  }),
  'image-outside-root': ({ path }) => ({
    message: `"${path}": 프로젝트 밖의 파일입니다. 이미지를 프로젝트 안으로 옮기세요.`,
    help: '심볼릭 링크는 실제 위치로 판단합니다.',
  }),
  'image-url-not-https': ({ url }) => ({
    message: `"${url}": https 주소가 아닙니다. 업로드한 이미지의 주소는 "https://"로 시작합니다.`,
  }),
  'image-not-found': ({ path, suggestion }) => ({
    message: `"${path}" 파일이 없습니다.${meant(suggestion)}`,
    ...(suggestion === undefined && { help: '경로는 메시지 파일 기준입니다. 대문자와 소문자를 구별할 수 있습니다.' }),
  }),
  'image-unreadable': ({ path, reason }) => ({
    message: `"${path}" 파일을 읽을 수 없습니다. ${unreadableWords.ko[reason]}.`,
  }),
  'image-too-large': ({ path, bytes, maxBytes }) => ({
    message: `"${path}" 파일이 ${fileSize(bytes, maxBytes)}입니다. ${fileSize(maxBytes)}를 넘는 파일은 읽지 않습니다.`,
  }),
  'image-format': ({ path, format }) => ({
    message: `"${path}" 파일은 내용이 ${format === 'unknown' ? '이미지가 아닙니다' : `${format} 형식입니다`}. JPEG나 PNG 파일을 쓰세요.`,
  }),
  'image-damaged': ({ path }) => ({
    message: `"${path}" 파일이 손상되었거나 중간에 잘렸습니다. 다시 내보내세요.`,
  }),
  'image-unused': ({ path }) => ({ message: `"${path}" 파일을 쓰는 메시지가 없습니다. 지우거나 메시지에 넣으세요.` }),
  'baseline-stale': ({ rule, path }) => ({
    message: `"${path}" 파일에서 "${rule}" 문제 하나가 사라졌습니다. --write-baseline으로 기준선을 다시 만드세요.`,
  }),

  ...directiveWords.ko,
  ...recipientsWords.ko,
}
