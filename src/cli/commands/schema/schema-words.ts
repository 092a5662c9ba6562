/** English is absent where the schema itself has the words. */
interface Words {
  readonly en?: string
  readonly ko: string
}

/** By the end of the property's path, of which the longest that fits counts; "" is the schema itself. */
export type SchemaWords = { readonly [path: string]: Words }

export const env: Words = {
  en: 'The environment variable that holds the secret.',
  ko: '비밀 값을 담은 환경 변수의 이름입니다.',
}
export const version: Words = {
  en: 'Version of this format; a program that does not know it should not go on.',
  ko: '이 형식의 버전입니다. 모르는 버전이면 읽지 마세요.',
}
export const id: Words = { en: 'Identity of the message.', ko: '메시지를 구별하는 이름입니다.' }
export const path: Words = { en: 'The file, relative to the root.', ko: '파일의 경로입니다. 루트를 기준으로 합니다.' }
const line: Words = { en: 'Line, from 1.', ko: '1부터 세는 줄 번호입니다.' }
const column: Words = { en: 'Column in UTF-16 units, from 1.', ko: '1부터 세는 열 번호입니다. UTF-16 단위로 셉니다.' }

export const configWords: SchemaWords = {
  $schema: {
    en: 'Where an editor finds this schema; changes nothing.',
    ko: '편집기가 이 스키마를 찾는 주소입니다. 동작은 바뀌지 않습니다.',
  },
  env,
  'limits.bytes': { en: 'The encoding in which bytes are counted.', ko: '바이트를 세는 인코딩입니다.' },
  'limits.characters': { en: 'What counts as one character.', ko: '무엇을 한 글자로 셀지 정합니다.' },
  'overrides.files': {
    en: 'Globs of the files, relative to the root.',
    ko: '파일의 글롭입니다. 루트를 기준으로 합니다.',
  },
  'overrides.rules': { en: 'Severities of rules for these files.', ko: '이 파일들에 적용할 규칙의 심각도입니다.' },
  'targets.userId': { en: 'The user ID of the account: a secret.', ko: '계정의 사용자 ID입니다. 비밀 값입니다.' },
  'targets.secretKey': { en: 'The secret key of the account.', ko: '계정의 비밀 키입니다.' },
  'targets.failbackSecretKey': { en: 'The secret key of fallback messages.', ko: '대체 발송에 쓰는 비밀 키입니다.' },
  messages: { ko: '메시지 파일의 글롭. 루트를 기준으로 합니다.' },
  lang: { ko: '모든 출력의 언어. `--lang`으로 다른 언어를 지정할 수 있으며, 적지 않으면 로캘을 따릅니다.' },
  channel: { ko: '미리보기, 그림, 받은 메시지함에 보이는 채널.' },
  'channel.name': { ko: '채널 이름.' },
  'channel.picture': { ko: '채널 그림. 512 KiB 이하의 PNG 또는 JPEG 파일이며 루트 기준 경로로 적습니다.' },
  senders: { ko: '보내는 사람. 메시지가 쓰는 이름으로 적습니다.' },
  'senders.sender_key': { ko: '발신 프로필의 키.' },
  'senders.sender_number': { ko: '등록한 발신 번호. 숫자를 따옴표로 감쌉니다.' },
  limits: { ko: '한도의 단위를 세는 방법.' },
  rules: { ko: '규칙의 심각도.' },
  overrides: { ko: '일부 파일에만 적용할 심각도.' },
  plugins: { ko: 'defineRule로 직접 만든 규칙. JSON에는 쓸 수 없습니다.' },
  terms: { ko: '쓰지 않기로 한 말과 바꿔 쓸 말.' },
  'terms.avoid': { ko: '쓰지 않기로 한 말. 적힌 그대로 찾습니다.' },
  'terms.use': { ko: '바꿔 쓸 말.' },
  'terms.reason': { ko: '이유. 진단과 함께 보여 줍니다.' },
  require: { ko: '메시지에 반드시 넣을 문구.' },
  'require.pattern': { ko: '넣을 문구. `*`는 아무 글자나 여러 개를 뜻합니다. 정규식이 아닙니다.' },
  'require.kinds': { ko: '그 문구를 넣어야 하는 메시지 종류. 적지 않으면 모든 종류.' },
  'require.message': { ko: '문구가 없을 때 보여 줄 말.' },
  targets: { ko: '메시지를 보낼 곳. 이름으로 적습니다. `emulator`는 적지 않아도 있습니다.' },
  'targets.uploadUrl': { ko: '업로드 주소의 앞부분.' },
  'targets.baseUrl': { ko: '발송 주소의 앞부분.' },
  'targets.recipients': { ko: '`"all"` 또는 보내도 되는 번호의 목록.' },
  'targets.rate': { ko: '초당 메시지 수. 적지 않으면 50.' },
  'targets.concurrency': { ko: '동시에 진행하는 요청 수. 적지 않으면 4.' },
  'targets.requestTimeoutMs': { ko: '요청을 포기하기까지의 밀리초. 적지 않으면 10000.' },
  'targets.uploadAuthorization': { ko: '업로드에도 Authorization 헤더를 보낼지 여부.' },
  'targets.headers': {
    ko: '제공사의 요구에 따라 모든 요청에 더하는 헤더. 값이나 { env }를 적고, Authorization과 Content-Type은 쓸 수 없습니다.',
  },
  'targets.exclude': {
    ko: '보내지 않을 번호의 목록. 루트 기준 경로이며, receiver_number가 있는 CSV나 NDJSON, 또는 한 줄에 번호 하나.',
  },
  'targets.tooManyRequests': {
    ko: '429로 응답한 요청의 뜻: 결과를 알 수 없거나, 서비스가 그 요청의 메시지를 하나도 받지 않았습니다.',
  },
  'targets.window': { ko: '`false`면 언제든 보냅니다. 이 컴퓨터의 대상에만 쓸 수 있습니다.' },
  ledger: { ko: '발송 기록 파일의 경로(루트 기준), 또는 여러 컴퓨터가 함께 쓰는 데이터베이스.' },
  'ledger.postgres': { ko: 'PostgreSQL의 연결 문자열. 비밀 값입니다.' },
  'ledger.schema': { ko: '테이블을 둘 스키마. 영문 소문자, 숫자, `_`로 63자까지.' },
  results: { ko: '전달 결과를 받는 방법.' },
  'results.token': { ko: '제공사의 웹훅이 보내야 하는 토큰. 직접 정한 비밀 값입니다.' },
}

export const recipientsWords: SchemaWords = {
  '': { ko: 'NDJSON 파일의 한 줄입니다. 다른 키는 모두 변수의 값이며 텍스트로 적습니다.' },
  receiver_number: {
    ko: '한국 휴대폰 수신 번호입니다. 따옴표로 감싸 적습니다: 01012345678, 010-1234-5678, +82 10-1234-5678.',
  },
  msg_key: { ko: '이 메시지를 구별하는 호출자의 키입니다. 적지 않으면 메시지, 릴리스, 번호로 만듭니다.' },
  ref: {
    ko: '이 사람을 나타내는 호출자의 값입니다. 제어 문자를 쓸 수 없으며, 번호를 지운 뒤에도 발송 기록에 남습니다.',
  },
}

/** What a template says, and a plan of each message. */
export const messageWords: SchemaWords = {
  id,
  service_id: { en: 'The kind of the message.', ko: '메시지 종류입니다.' },
  variables: { en: 'The variables that the texts use.', ko: '본문에서 쓰는 변수입니다.' },
  'variables.name': { en: 'The name, as it stands in "#{…}".', ko: '"#{…}" 안에 적는 이름입니다.' },
  'variables.max': { en: 'The most characters a value may have.', ko: '값의 최대 글자 수입니다.' },
  'variables.fallback': {
    en: 'Stands in for a recipient without a value.',
    ko: '값이 없는 수신자에게 대신 쓰는 값입니다.',
  },
  'images.upload': { en: 'The upload operation that takes it.', ko: '이미지를 받는 업로드 API입니다.' },
  'images.sha256': { en: 'The SHA-256 of its bytes, in hexadecimal.', ko: '내용의 SHA-256 값(16진수)입니다.' },
  'images.bytes': { en: 'Its size in bytes.', ko: '파일 크기(바이트)입니다.' },
}

export const templateWords: SchemaWords = {
  ...messageWords,
  format: { en: 'Version of this format.', ko: '이 형식의 버전입니다.' },
  sender: { en: 'A name in the senders of the configuration.', ko: '설정의 senders에 있는 이름입니다.' },
  source: { en: 'The message file, relative to the root.', ko: '메시지 파일입니다. 루트를 기준으로 합니다.' },
  payload: {
    en: 'The record to be sent, without what a send adds.',
    ko: '보낼 레코드입니다. 발송할 때 더하는 값은 없습니다.',
  },
  msg: { en: 'The text of the message.', ko: '메시지 본문입니다.' },
  attachment: { en: 'Buttons, image, items or coupon.', ko: '버튼, 이미지, 항목, 쿠폰입니다.' },
  button: { en: 'The buttons, in their order.', ko: '버튼을 보이는 순서대로 적은 목록입니다.' },
  'attachment.image': { en: 'The image of the message or card.', ko: '메시지나 카드의 이미지입니다.' },
  img_url: {
    en: 'The address that the upload gave; filled in when it is sent.',
    ko: '이미지를 올리고 받은 주소입니다. 발송할 때 채웁니다.',
  },
  img_link: { en: 'The address that a tap on the image opens.', ko: '이미지를 누르면 여는 주소입니다.' },
  header: { en: 'The line above the text.', ko: '본문 위에 놓이는 한 줄입니다.' },
  item: { en: 'The items of the list.', ko: '목록의 항목입니다.' },
  'item.list': { en: 'The items, in their order.', ko: '항목을 보이는 순서대로 적은 목록입니다.' },
  'carousel.list': { en: 'The cards, in their order.', ko: '카드를 보이는 순서대로 적은 목록입니다.' },
  'item.list.title': { en: 'The title of the item.', ko: '항목의 제목입니다.' },
  'coupon.title': { en: 'The name of the coupon.', ko: '쿠폰 이름입니다.' },
  'coupon.description': { en: 'What the coupon is for.', ko: '쿠폰 설명입니다.' },
  carousel: { en: 'Cards side by side, and the link behind them.', ko: '옆으로 넘기는 카드와 그 끝의 링크입니다.' },
  'carousel.list.message': { en: 'The text of the card.', ko: '카드의 본문입니다.' },
  coupon: { en: 'The coupon of the card.', ko: '카드의 쿠폰입니다.' },
  tail: { en: 'The "more" link at the end.', ko: '끝에 놓이는 "더보기" 링크입니다.' },
  images: { en: 'The image files that have to be uploaded.', ko: '올려야 할 이미지 파일입니다.' },
  'images.pointer': {
    en: 'Where the address goes in the payload, as a JSON Pointer.',
    ko: '주소가 들어갈 페이로드의 위치입니다. JSON Pointer로 적습니다.',
  },
  'images.path': path,
  'images.format': { en: 'The format of its bytes.', ko: '이미지의 형식입니다.' },
  'images.width': { en: 'Its width in pixels.', ko: '너비(픽셀)입니다.' },
  'images.height': { en: 'Its height in pixels.', ko: '높이(픽셀)입니다.' },
  map: {
    en: 'Where each value of the payload stands in the file, by JSON Pointer.',
    ko: '페이로드의 값마다 파일에서의 위치입니다. JSON Pointer로 찾습니다.',
  },
  'map.start': { en: 'Its first character.', ko: '첫 글자의 위치입니다.' },
  'map.end': { en: 'Behind its last character.', ko: '마지막 글자의 다음 위치입니다.' },
  line,
  column,
  digest: {
    en: 'Names exactly this template: changes whenever what is sent does.',
    ko: '이 템플릿을 가리키는 값입니다. 보낼 내용이 바뀌면 달라집니다.',
  },
}

export const lintWords: SchemaWords = {
  version,
  summary: { en: 'Counts over all files.', ko: '모든 파일을 합한 개수입니다.' },
  'summary.files': { en: 'Files that were checked.', ko: '검사한 파일 수입니다.' },
  errors: { en: 'Number of errors.', ko: '오류 수입니다.' },
  warnings: { en: 'Number of warnings.', ko: '경고 수입니다.' },
  fixable: { en: 'Number of diagnostics that have a fix.', ko: '고치는 방법이 있는 진단 수입니다.' },
  diagnostics: { en: 'The diagnostics, by file and place.', ko: '파일과 위치 순으로 나열한 진단입니다.' },
  path,
  rule: { en: 'The id of the rule.', ko: '규칙의 id입니다.' },
  severity: { en: 'How grave it is.', ko: '심각도입니다.' },
  message: { en: 'What is wrong and what to do.', ko: '무엇이 잘못되었고 어떻게 고치는지 알려 줍니다.' },
  start: { en: 'The first character.', ko: '첫 글자의 위치입니다.' },
  end: { en: 'Behind the last character.', ko: '마지막 글자의 다음 위치입니다.' },
  'edits.start': { en: 'Where the replacement starts, as an offset.', ko: '바꾸기 시작하는 오프셋입니다.' },
  'edits.end': { en: 'Where it ends, as an offset.', ko: '바꾸기가 끝나는 오프셋입니다.' },
  line,
  column,
  offset: { en: 'UTF-16 units from the start of the file.', ko: '파일 처음부터 센 UTF-16 단위의 수입니다.' },
  help: { en: 'Why, or how.', ko: '이유나 방법입니다.' },
  url: { en: 'The page of the rule.', ko: '규칙을 설명하는 페이지입니다.' },
  pointer: {
    en: 'The value of the payload, as a JSON Pointer.',
    ko: '페이로드에서의 위치입니다. JSON Pointer로 적습니다.',
  },
  actual: { en: 'How much there is.', ko: '지금 값입니다.' },
  limit: { en: 'How much there may be.', ko: '한도입니다.' },
  unit: { en: 'What both are counted in.', ko: '두 값의 단위입니다.' },
  fix: { en: 'What repairs it.', ko: '고치는 방법입니다.' },
  safe: {
    en: 'Whether it changes nothing that is meant: lint --fix applies these.',
    ko: '뜻이 바뀌지 않는지 여부입니다. lint --fix는 이것만 적용합니다.',
  },
  edits: { en: 'The replacements, which do not overlap.', ko: '서로 겹치지 않는 바꾸기입니다.' },
  text: { en: 'What stands there afterwards.', ko: '바꾼 뒤의 내용입니다.' },
}
