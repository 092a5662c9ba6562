/** The descriptions of the configuration's schema in Korean, by the path of the key without the names of entries. */
export const koreanDescriptions: { readonly [path: string]: string } = {
  messages: '메시지 파일의 글롭. 루트를 기준으로 합니다.',
  senders: '보내는 사람. 메시지가 쓰는 이름으로 적습니다.',
  'senders.sender_key': '발신 프로필의 키.',
  'senders.sender_number': '등록한 발신 번호. 숫자를 따옴표로 감쌉니다.',
  limits: '한도의 단위를 세는 방법.',
  rules: '규칙의 심각도.',
  overrides: '일부 파일에만 적용할 심각도.',
  targets: '메시지를 보낼 곳. 이름으로 적습니다. `emulator`는 적지 않아도 있습니다.',
  'targets.uploadUrl': '업로드 주소의 앞부분.',
  'targets.baseUrl': '발송 주소의 앞부분.',
  'targets.recipients': '`"all"` 또는 보내도 되는 번호의 목록.',
  'targets.rate': '초당 메시지 수. 적지 않으면 50.',
  'targets.concurrency': '동시에 진행하는 요청 수. 적지 않으면 4.',
  'targets.requestTimeoutMs': '요청을 포기하기까지의 밀리초. 적지 않으면 10000.',
  'targets.uploadAuthorization': '업로드에도 Authorization 헤더를 보낼지 여부.',
  'targets.exclude':
    '보내지 않을 번호의 목록. 루트 기준 경로이며, receiver_number가 있는 CSV나 NDJSON, 또는 한 줄에 번호 하나.',
  'targets.frequencyCap':
    '{ messages, days }: 최근 days일 동안 다른 릴리스의 광고 메시지를 messages건 받은 사람에게는 보내지 않습니다.',
  'targets.tooManyRequests':
    '429로 응답한 요청의 뜻: 결과를 알 수 없거나, 서비스가 그 요청의 메시지를 하나도 받지 않았습니다.',
  'targets.window': '`false`면 언제든 보냅니다. 이 컴퓨터의 대상에만 쓸 수 있습니다.',
  ledger: '발송 기록 파일의 경로(루트 기준), 또는 여러 컴퓨터가 함께 쓰는 데이터베이스.',
  'ledger.postgres': 'PostgreSQL의 연결 문자열. 비밀 값입니다.',
  'ledger.schema': '테이블을 둘 스키마. 영문 소문자, 숫자, `_`로 63자까지.',
  results: '전달 결과를 받는 방법.',
  'results.token': '제공사의 웹훅이 보내야 하는 토큰. 직접 정한 비밀 값입니다.',
}
