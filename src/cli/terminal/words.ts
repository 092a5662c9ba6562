import type { Severity } from '../../diagnostic.ts'
import type { Tier } from '../../rules/finding.ts'
import type { Step } from '../../session/host.ts'
import type { Language } from '../../words/language.ts'

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

const en = {
  errors: (errors: number, files: number) => `${plural(errors, 'error')} in ${plural(files, 'file')}.`,
  compiled: ({ written, unchanged, folder }: { written: number; unchanged: number; folder: string }) =>
    `${plural(written + unchanged, 'message')} compiled to ${folder}: ${written} written, ${unchanged} unchanged.`,
  kept: (output: string) => `The last good ${output} stays.`,
  stale: (file: string, source: string) => `${file} is left over: ${source} is gone or has another id. Remove it.`,
  removed: (file: string) => `Removed ${file}: its message is gone.`,
  watching: (files: number) => `Watching ${plural(files, 'message')}. Press Ctrl-C to stop.`,
  configBroken: 'The configuration is broken; the last good one still holds.',
  /** `more` counts those beside the one that is named. */
  changed: (file: string, more: number) => `${file}${more === 0 ? '' : ` and ${plural(more, 'more file')}`} changed`,
  steps: {
    reading: 'Reading',
    compiling: 'Compiling',
    linting: 'Linting',
    writing: 'Writing',
    drawing: 'Drawing',
    'checking-recipients': 'Checking recipients',
    'recording-recipients': 'Recording recipients',
    sending: 'Sending',
    exporting: 'Writing',
    copying: 'Copying',
    comparing: 'Comparing',
    importing: 'Recording results',
    asking: 'Asking for results',
  } satisfies Record<Step, string>,
  clean: (messages: number) =>
    messages === 0 ? 'No message is left to check.' : `${plural(messages, 'message')}, nothing to report.`,
  unchanged: (ref: string) => `No message changed since ${ref}.`,
  explain: 'friendtalk explain <rule> tells more.',
  found: ({ errors, warnings, files }: { errors: number; warnings: number; files: number }) =>
    `${[...(errors > 0 ? [plural(errors, 'error')] : []), ...(warnings > 0 ? [plural(warnings, 'warning')] : [])].join(' and ')} in ${plural(files, 'file')}.`,
  fixable: ({ safe, unsafe }: { safe: number; unsafe: number }) =>
    [
      ...(safe > 0 ? [`--fix fixes ${safe}.`] : []),
      ...(unsafe > 0 ? [`--fix --unsafe-fixes fixes ${safe > 0 ? `${unsafe} more` : unsafe}.`] : []),
    ].join(' '),
  fixed: (files: number) => `Fixed ${plural(files, 'file')}.`,
  baselineWritten: (diagnostics: number, file: string) =>
    `${plural(diagnostics, 'diagnostic')} written to ${file}; lint with --baseline ${file}.`,
  severities: { error: 'error', warning: 'warning' } satisfies Record<Severity, string>,
  tiers: {
    language: 'the language',
    interface: 'the interface',
    platform: 'the platform',
    style: 'style',
  } satisfies Record<Tier, string>,
  source: 'Source',
  bad: 'Incorrect',
  good: 'Correct',
  explainHint: 'friendtalk explain <rule> says more about one of them.',
  customRule: 'A rule that the configuration adds under "plugins".',
  details: ({ variables, images }: { variables: number; images: number }) =>
    [plural(variables, 'variable'), plural(images, 'image')].join(', '),
}

const ko: typeof en = {
  errors: (errors, files) => `파일 ${files}개에 오류가 ${errors}개 있습니다.`,
  compiled: ({ written, unchanged, folder }) =>
    `메시지 ${written + unchanged}개를 ${folder}에 컴파일했습니다. 새로 씀 ${written}개, 변경 없음 ${unchanged}개.`,
  kept: (output) => `마지막 정상 결과 ${output} 파일을 그대로 둡니다.`,
  stale: (file, source) => `${file} 파일이 남아 있습니다. ${source} 파일이 없거나 id가 바뀌었으니 지우세요.`,
  removed: (file) => `${file} 파일을 지웠습니다. 메시지가 없어졌습니다.`,
  watching: (files) => `메시지 ${files}개를 지켜보고 있습니다. 멈추려면 Ctrl-C를 누르세요.`,
  configBroken: '설정이 잘못되어 마지막 정상 설정을 계속 씁니다.',
  changed: (file, more) => `${file}${more === 0 ? '' : ` 외 ${more}개 파일`} 변경됨`,
  steps: {
    reading: '읽기',
    compiling: '컴파일',
    linting: '검사',
    writing: '쓰기',
    drawing: '그리기',
    'checking-recipients': '수신자 확인',
    'recording-recipients': '수신자 기록',
    sending: '발송',
    exporting: '쓰기',
    copying: '옮기기',
    comparing: '대조',
    importing: '결과 기록',
    asking: '결과 조회',
  },
  clean: (messages) =>
    messages === 0 ? '확인할 메시지가 남아 있지 않습니다.' : `메시지 ${messages}개에 문제가 없습니다.`,
  unchanged: (ref) => `${ref} 이후 바뀐 메시지가 없습니다.`,
  explain: '자세한 설명: friendtalk explain <규칙>',
  found: ({ errors, warnings, files }) =>
    `파일 ${files}개에서 ${[...(errors > 0 ? [`오류 ${errors}개`] : []), ...(warnings > 0 ? [`경고 ${warnings}개`] : [])].join(', ')}를 찾았습니다.`,
  fixable: ({ safe, unsafe }) =>
    [
      ...(safe > 0 ? [`--fix로 ${safe}개를 고칠 수 있습니다.`] : []),
      ...(unsafe > 0 ? [`--fix --unsafe-fixes로 ${unsafe}개를 ${safe > 0 ? '더 ' : ''}고칠 수 있습니다.`] : []),
    ].join(' '),
  fixed: (files) => `파일 ${files}개를 고쳤습니다.`,
  baselineWritten: (diagnostics, file) =>
    `문제 ${diagnostics}개를 ${file} 파일에 기록했습니다. --baseline ${file} 옵션으로 검사하세요.`,
  severities: { error: '오류', warning: '경고' },
  tiers: { language: '작성 언어', interface: '발송 인터페이스', platform: '플랫폼', style: '스타일' },
  source: '근거',
  bad: '잘못된 예',
  good: '올바른 예',
  explainHint: 'friendtalk explain <규칙>으로 자세한 설명을 볼 수 있습니다.',
  customRule: '설정의 "plugins"에서 추가한 규칙입니다.',
  details: ({ variables, images }) => `변수 ${variables}개, 이미지 ${images}개`,
}

export const cliWords: { readonly [L in Language]: typeof en } = { en, ko }
