import type { Language } from '../words/language.ts'

/** The words of the command line's help, by command; options by their flag. */
export interface HelpWords {
  readonly program: string
  /** Headings of the help. */
  readonly titles: { readonly [title: string]: string }
  readonly usage: { readonly options: string; readonly command: string }
  /** What stands before the values that an option takes. */
  readonly choices: string
  readonly examples: string
  readonly help: string
  readonly version: string
  readonly globals: {
    readonly config: string
    readonly root: string
    readonly lang: string
    readonly noColor: string
    readonly quiet: string
    readonly verbose: string
  }
  readonly init: {
    readonly is: string
    readonly dir: string
    readonly yes: string
    readonly kinds: string
    readonly noCi: string
  }
  readonly new: { readonly is: string; readonly kind: string; readonly file: string }
  readonly completion: { readonly is: string; readonly shell: string }
  readonly compile: { readonly is: string; readonly outDir: string; readonly stdout: string; readonly watch: string }
  readonly lint: {
    readonly is: string
    readonly format: string
    readonly fix: string
    readonly unsafeFixes: string
    readonly fixDryRun: string
    readonly watch: string
    readonly changed: string
    readonly staged: string
    readonly stdinFilepath: string
    readonly maxWarnings: string
    readonly recipients: string
    readonly baseline: string
    readonly writeBaseline: string
    readonly noCache: string
  }
  readonly preview: {
    readonly is: string
    readonly port: string
    readonly open: string
    readonly recipients: string
    readonly out: string
    readonly screenshots: string
    readonly baseUrl: string
  }
  readonly rules: { readonly is: string; readonly json: string }
  readonly explain: { readonly is: string; readonly rule: string }
  readonly schema: { readonly is: string; readonly name: string }
  readonly config: { readonly is: string }
  readonly plan: {
    readonly is: string
    readonly target: string
    readonly recipients: string
    readonly release: string
    readonly out: string
    readonly json: string
  }
  readonly deploy: {
    readonly is: string
    readonly target: string
    readonly yes: string
    readonly confirm: string
    readonly limit: string
    readonly wait: string
    readonly dryRun: string
    readonly retryRejected: string
    readonly newLedger: string
    readonly json: string
  }
  readonly status: {
    readonly is: string
    readonly release: string
    readonly target: string
    readonly json: string
    readonly csv: string
  }
  readonly reconcile: {
    readonly is: string
    readonly sent: string
    readonly notSent: string
    readonly release: string
    readonly target: string
    readonly id: string
    readonly key: string
    readonly reason: string
    readonly yes: string
  }
  readonly emulator: { readonly is: string; readonly port: string }
}

export const helpWords: { readonly [L in Language]: HelpWords } = {
  en: {
    program: 'Writes, checks and sends KakaoTalk friend messages that are kept as Markdown files.',
    titles: {},
    usage: { options: '[options]', command: '[command]' },
    choices: 'choices',
    examples: 'Examples:',
    help: 'show this help',
    version: 'show the version',
    globals: {
      config: 'configuration file (default: found upwards from here)',
      root: 'project root (default: where the configuration is)',
      lang: 'language (default: that of the environment)',
      noColor: 'no colours',
      quiet: 'errors alone',
      verbose: 'more about what is done',
    },
    init: {
      is: 'Makes a new project: configuration, messages to start from, recipients, CI.',
      dir: 'where (default: asked for, or here)',
      yes: 'ask nothing; --lang decides the language of the messages',
      kinds: 'kinds of messages to start from, with commas (default: all)',
      noCi: 'no workflow of GitHub Actions',
    },
    new: {
      is: 'Makes a message from the starter of its kind.',
      kind: 'what kind of message',
      file: 'where it goes; .md is added where it is missing',
    },
    completion: { is: 'Prints a script that completes commands, flags and rules.', shell: 'which shell' },
    compile: {
      is: 'Compiles messages to JSON templates.',
      outDir: 'where the templates go (default: dist/messages below the root)',
      stdout: 'print the templates instead of writing files',
      watch: 'compile again what changes, until Ctrl-C',
    },
    lint: {
      is: 'Shows what is wrong with messages: limits, buttons, images, variables.',
      format: 'text, json, github, sarif, junit, gitlab or rdjson; =file writes it there; may be given several times',
      fix: 'mend what can be mended without changing what readers see',
      unsafeFixes: 'with --fix, also what is only likely meant',
      fixDryRun: 'print what --fix would change as a patch',
      watch: 'lint again what changes, until Ctrl-C',
      changed: 'only messages that differ from HEAD, or from where <ref> and HEAD parted',
      staged: 'only what the next commit changes, as it is staged',
      stdinFilepath: 'lint the standard input as if it were this file',
      maxWarnings: 'fail when there are more warnings',
      recipients: 'check the messages with the values of each row of a CSV or NDJSON file',
      baseline: 'leave out the findings that this file lists',
      writeBaseline: 'write the findings to the baseline (default: friendtalk-baseline.json)',
      noCache: 'lint everything afresh and remove the cache of results',
    },
    preview: {
      is: 'Shows messages as they will look on a phone, live while files change.',
      port: 'port on the loopback address, 0 for a free one (default: 4180)',
      open: 'open the page in a browser',
      recipients: 'values to page through, from a CSV or NDJSON file; nothing is sent',
      out: 'write static pages to this folder instead',
      screenshots: 'write a picture for each message and set of values, and a summary.md, to this folder instead',
      baseUrl: 'with --screenshots, where the summary finds the pictures',
    },
    rules: { is: 'Lists all rules with their severity.', json: 'as JSON' },
    explain: { is: 'Explains a rule, with examples.', rule: 'its id' },
    schema: { is: 'Prints a JSON Schema, for editors and other programs.', name: 'which one' },
    config: { is: 'Prints the effective configuration, secrets left out.' },
    plan: {
      is: 'Shows what a deploy would do. Nothing is sent.',
      target: 'where to (default: emulator, started for the run)',
      recipients: 'CSV or NDJSON for every message (default: the file each one names)',
      release: 'name of the campaign: nobody receives a message of one release twice',
      out: 'write the plan, to be reviewed and given to deploy',
      json: 'as JSON',
    },
    deploy: {
      is: 'Uploads images and sends messages, each at most once.',
      target: 'where to (default: emulator, with an inbox to look at)',
      yes: 'do not ask',
      confirm: 'do not ask, and send only the plan of this digest',
      limit: 'send at most so many messages now',
      wait: 'wait while sending is restricted (20:50 to 08:00 in Korea)',
      dryRun: 'print every request instead, secrets and numbers masked',
      retryRejected: 'send again what the service rejected',
      newLedger: 'begin a ledger where there is none',
      json: 'events as JSON, one a line',
    },
    status: {
      is: 'Shows what was sent: counts, what failed and why, and what to do next.',
      release: 'one release (default: all)',
      target: 'one target (default: all)',
      json: 'as JSON',
      csv: 'write every send to a file for spreadsheets; - is the standard output',
    },
    reconcile: {
      is: 'Settles sends whose outcome is unknown.',
      sent: 'they were sent: they are never sent again',
      notSent: 'they were not sent: the next deploy sends them',
      release: 'the release they are in',
      target: 'the target, where several have the release',
      id: 'only of this message',
      key: 'only these sends; may be given several times',
      reason: 'why you know; the ledger keeps it, with your name',
      yes: 'do not ask',
    },
    emulator: {
      is: 'Runs the whole service on this machine, with an inbox; --config is its own configuration file.',
      port: 'port on the loopback address, 0 for a free one (default: 4170)',
    },
  },
  ko: {
    program: '마크다운 파일로 관리하는 카카오톡 친구톡 메시지를 작성하고, 검사하고, 발송합니다.',
    titles: {
      'Usage:': '사용법:',
      'Options:': '옵션:',
      'Commands:': '명령:',
      'Arguments:': '인자:',
      'Global Options:': '공통 옵션:',
    },
    usage: { options: '[옵션]', command: '[명령]' },
    choices: '가능한 값',
    examples: '예:',
    help: '도움말 보기',
    version: '버전 보기',
    globals: {
      config: '설정 파일(기본값: 현재 폴더부터 위로 찾음)',
      root: '프로젝트 루트(기본값: 설정 파일이 있는 폴더)',
      lang: '언어(기본값: 환경의 언어)',
      noColor: '색 없이 출력',
      quiet: '오류만 출력',
      verbose: '진행 내용을 자세히 출력',
    },
    init: {
      is: '새 프로젝트를 만듭니다: 설정, 시작 메시지, 수신자 예제, CI.',
      dir: '만들 폴더(기본값: 물어보거나 현재 폴더)',
      yes: '묻지 않고 만들기. 메시지의 언어는 --lang으로 정함',
      kinds: '시작 메시지의 유형. 쉼표로 구분(기본값: 전체)',
      noCi: 'GitHub Actions 워크플로를 만들지 않음',
    },
    new: {
      is: '유형에 맞는 시작 메시지로 새 메시지를 만듭니다.',
      kind: '메시지 유형',
      file: '메시지 파일. .md가 없으면 붙임',
    },
    completion: { is: '명령, 옵션, 규칙을 자동 완성하는 스크립트를 출력합니다.', shell: '셸' },
    compile: {
      is: '메시지를 JSON 템플릿으로 컴파일합니다.',
      outDir: '템플릿을 쓸 폴더(기본값: 루트 아래 dist/messages)',
      stdout: '파일 대신 표준 출력에 쓰기',
      watch: '바뀔 때마다 다시 컴파일(Ctrl-C로 종료)',
    },
    lint: {
      is: '메시지의 문제를 찾습니다: 길이 제한, 버튼, 이미지, 변수.',
      format:
        'text, json, github, sarif, junit, gitlab, rdjson 중 하나. =파일을 붙이면 파일에 쓰며, 여러 번 지정할 수 있음',
      fix: '수신자에게 보이는 내용을 바꾸지 않는 선에서 고치기',
      unsafeFixes: '--fix와 함께, 그럴 가능성이 큰 것까지 고치기',
      fixDryRun: '--fix로 바뀔 내용을 패치로 출력',
      watch: '바뀔 때마다 다시 검사(Ctrl-C로 종료)',
      changed: 'HEAD 또는 <ref>에서 갈라진 뒤 바뀐 메시지만 검사',
      staged: '다음 커밋에 들어갈 내용만 스테이징된 그대로 검사',
      stdinFilepath: '표준 입력을 이 파일의 내용으로 보고 검사',
      maxWarnings: '경고가 이보다 많으면 실패',
      recipients: 'CSV나 NDJSON 파일의 행마다 값을 넣어 검사',
      baseline: '이 파일에 기록된 문제는 제외',
      writeBaseline: '찾은 문제를 기준선 파일에 기록(기본값: friendtalk-baseline.json)',
      noCache: '저장된 결과를 지우고 모두 새로 검사',
    },
    preview: {
      is: '메시지가 휴대폰에서 어떻게 보일지 보여 줍니다. 파일이 바뀌면 바로 반영합니다.',
      port: '루프백 주소의 포트. 0이면 빈 포트(기본값: 4180)',
      open: '브라우저로 페이지 열기',
      recipients: 'CSV나 NDJSON 파일의 값을 한 행씩 넘겨 보기(발송하지 않음)',
      out: '대신 이 폴더에 정적 페이지 쓰기',
      screenshots: '대신 이 폴더에 메시지와 변숫값마다 그림과 summary.md 쓰기',
      baseUrl: '--screenshots와 함께, 요약에 적을 그림 주소의 앞부분',
    },
    rules: { is: '모든 규칙과 심각도를 보여 줍니다.', json: 'JSON으로 출력' },
    explain: { is: '규칙을 예와 함께 설명합니다.', rule: '규칙 이름' },
    schema: { is: '편집기와 다른 프로그램에서 쓸 JSON 스키마를 출력합니다.', name: '스키마 이름' },
    config: { is: '실제로 적용되는 설정을 비밀 값 없이 출력합니다.' },
    plan: {
      is: '배포하면 무엇을 할지 보여 줍니다. 아무것도 보내지 않습니다.',
      target: '발송 대상(기본값: emulator, 이 컴퓨터에서 실행)',
      recipients: '모든 메시지에 쓸 CSV 또는 NDJSON 파일(기본값: 메시지마다 적은 파일)',
      release: '캠페인 이름. 같은 릴리스의 메시지는 한 사람에게 두 번 가지 않음',
      out: '검토하고 deploy에 넘길 계획 파일 쓰기',
      json: 'JSON으로 출력',
    },
    deploy: {
      is: '이미지를 올리고 메시지를 보냅니다. 한 사람에게 한 번만 갑니다.',
      target: '발송 대상(기본값: emulator, 수신함에서 확인)',
      yes: '묻지 않고 진행',
      confirm: '묻지 않고 이 다이제스트의 계획만 발송',
      limit: '이번에 보낼 최대 건수',
      wait: '발송 제한 시간(한국 시각 20:50~08:00)에는 기다림',
      dryRun: '보내지 않고 요청을 출력. 비밀 값과 번호는 가림',
      retryRejected: '거절된 메시지 다시 발송',
      newLedger: '발송 기록이 없을 때 새로 시작',
      json: '진행 상황을 한 줄에 하나씩 JSON으로 출력',
    },
    status: {
      is: '발송 현황을 보여 줍니다: 건수, 실패와 원인, 다음 할 일.',
      release: '릴리스 하나(기본값: 모두)',
      target: '발송 대상 하나(기본값: 모두)',
      json: 'JSON으로 출력',
      csv: '모든 발송을 스프레드시트용 파일로 쓰기. -는 표준 출력',
    },
    reconcile: {
      is: '발송 여부를 알 수 없는 메시지를 정리합니다.',
      sent: '발송됨: 다시 발송하지 않음',
      notSent: '발송 안 됨: 다음 배포에서 발송',
      release: '해당 릴리스',
      target: '발송 대상. 여러 대상에 같은 릴리스가 있을 때 필요',
      id: '이 메시지만',
      key: '이 발송만. 여러 번 지정할 수 있음',
      reason: '판단한 근거. 이름과 함께 발송 기록에 남음',
      yes: '묻지 않고 진행',
    },
    emulator: {
      is: '서비스 전체를 이 컴퓨터에서 실행하고 수신함을 보여 줍니다. --config는 에뮬레이터만의 설정 파일입니다.',
      port: '루프백 주소의 포트. 0이면 빈 포트(기본값: 4170)',
    },
  },
}
