import { type Language, type Say, sayIn } from '../../../../src/words/language.ts'

/** What the home page says. */
export const homeWords: { readonly [lang in Language]: ReturnType<typeof wordsIn> } = {
  en: wordsIn(sayIn('en')),
  ko: wordsIn(sayIn('ko')),
}

function wordsIn(say: Say) {
  return {
    title: say('KakaoTalk brand messages, written as Markdown', '마크다운으로 쓰는 카카오톡 브랜드 메시지'),
    tagline: say(
      'Keep each message as a text file in git. friendtalk checks it against every limit of the service, shows it on a phone while you type, and sends it to each person at most once.',
      '메시지마다 텍스트 파일 하나로 git에 보관하세요. 발송 인터페이스의 모든 한도를 검사하고, 쓰는 동안 휴대폰 화면으로 보여 주고, 한 사람에게 두 번 보내지 않습니다.',
    ),
    tryIt: say('Try it in the browser', '브라우저에서 써 보기'),
    write: say('Write a first message', '첫 메시지 쓰기'),
    command: say(
      'Or in a clone of the repository, with Node.js 20.19 or newer',
      '또는 저장소를 복제한 폴더에서 (Node.js 20.19 이상)',
    ),
    copy: say('Copy', '복사'),
    copied: say('Copied', '복사됨'),
    file: say('You write a file', '파일을 쓰면'),
    phone: say('They see a message', '이렇게 도착합니다'),
    channel: say('Example Shop', '예시 상점'),
    time: say('10:00', '오전 10:00'),
    date: say('Today', '오늘'),
    mistakeTitle: say('Mistakes are found before anybody gets them', '실수는 보내기 전에 찾습니다'),
    mistakeText: say(
      'Texts are counted with every variable at its longest. A diagnostic names the smallest place that is wrong, how much is too much, and what to do: in the terminal, in editors and in pull requests.',
      '모든 변수에 가장 긴 값이 들어올 때를 기준으로 길이를 셉니다. 어디가 잘못되었고 얼마나 넘쳤으며 무엇을 하면 되는지, 터미널과 편집기와 풀 리퀘스트에서 가장 좁은 위치에 알려 줍니다.',
    ),
    severities: { error: say('error', '오류'), warning: say('warning', '경고') },
    allRules: say('Every rule, with examples', '모든 규칙과 예시'),
    features: [
      {
        title: say('At most once', '두 번 보내지 않음'),
        text: say(
          'What is about to leave is on disk before it leaves. After a broken connection nobody gets a message twice; after a crash the same command goes on.',
          '요청을 보내기 전에 먼저 디스크에 기록합니다. 연결이 끊겨도 같은 메시지를 두 번 보내지 않고, 중단되면 같은 명령으로 이어서 보냅니다.',
        ),
        link: '/deploying',
        more: say('How sending works', '발송 과정'),
      },
      {
        title: say('A plan to review', '검토할 수 있는 계획'),
        text: say(
          'The pull request shows what a deploy would do, without a phone number in it. It refuses to run when anything approved has changed.',
          '배포하면 일어날 일을 풀 리퀘스트에서 전화번호 없이 검토합니다. 승인한 뒤에 바뀐 것이 있으면 배포하지 않습니다.',
        ),
        link: '/pipelines',
        more: say('Pipelines', '파이프라인'),
      },
      {
        title: say('The service on your machine', '내 컴퓨터에서 실행하는 서비스'),
        text: say(
          'An emulator with an inbox answers with every documented code, and breaks on demand. Try a whole campaign without an account.',
          '수신함이 있는 에뮬레이터가 문서에 있는 모든 코드로 응답하고, 원하는 지점에서 장애도 냅니다. 계정 없이 캠페인 전체를 연습해 보세요.',
        ),
        link: '/emulator',
        more: say('The emulator', '에뮬레이터'),
      },
      {
        title: say('Every kind', '모든 종류'),
        text: say(
          'Text, images, lists, products with their prices and carousels, with buttons, coupons, variables and a fallback text.',
          '텍스트, 이미지, 리스트, 가격이 있는 상품, 캐러셀. 버튼, 쿠폰, 변수, 대체 발송까지 씁니다.',
        ),
        link: '/brand-messages',
        more: say('Brand messages', '브랜드 메시지'),
      },
    ],
    contents: say('All the documentation', '문서 전체 보기'),
  }
}
