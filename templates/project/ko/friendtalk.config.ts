import { defineConfig } from 'friendtalk'

export default defineConfig({
  // 메시지 파일의 위치입니다.
  messages: ['messages/**/*.md'],

  // 풀 리퀘스트의 주석을 포함한 모든 출력의 언어입니다. ko 또는 en.
  lang: 'ko',

  // 발신자: 발신 프로필 키와 등록된 발신 번호입니다. 메시지에 sender를 쓰지 않으면 default를 씁니다.
  // 비밀 값은 여기에 쓰지 않습니다. { env: "이름" }으로 쓰고 그 환경 변수에 값을 넣으세요.
  senders: {
    default: { sender_key: { env: 'FRIENDTALK_SENDER_KEY' }, sender_number: '0212345678' },
  },

  // 보낼 곳. emulator는 적지 않아도 쓸 수 있습니다. 이 컴퓨터에서 서비스 전체를 흉내 내므로
  // 키가 필요 없고 아무에게도 발송되지 않습니다. 실제로 발송할 서비스는 여기에 적습니다.
  // targets: {
  //   production: {
  //     <<target>>
  //     recipients: 'all',
  //   },
  // },

  // 길이를 세는 방법. 아래 값이 기본값이며 가장 엄격합니다.
  // limits: { bytes: 'utf-8', characters: 'utf-16' },

  // friendtalk rules로 off, warning, error 중에서 정할 수 있는 규칙을 볼 수 있습니다.
  // rules: { 'many-buttons': 'error' },
})
