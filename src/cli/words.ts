import type { Language } from '../words/language.ts'

/** What the command line itself says. */
interface CliWords {
  readonly errors: (errors: number, files: number) => string
  readonly compiled: (counts: { written: number; unchanged: number; folder: string }) => string
  readonly kept: (output: string) => string
  readonly stale: (file: string, source: string) => string
  readonly removed: (file: string) => string
  readonly watching: (files: number) => string
  readonly configBroken: string
  readonly compiling: string
  readonly writing: string
  readonly details: (counts: { variables: number; images: number }) => string
}

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

export const cliWords: { readonly [L in Language]: CliWords } = {
  en: {
    errors: (errors, files) => `${plural(errors, 'error')} in ${plural(files, 'file')}.`,
    compiled: ({ written, unchanged, folder }) =>
      `${plural(written + unchanged, 'message')} compiled to ${folder}: ${written} written, ${unchanged} unchanged.`,
    kept: (output) => `The last good ${output} stays.`,
    stale: (file, source) => `${file} is left over: ${source} is gone or has another id. Remove it.`,
    removed: (file) => `Removed ${file}: its message is gone.`,
    watching: (files) => `Watching ${plural(files, 'message')}. Press Ctrl-C to stop.`,
    configBroken: 'The configuration is broken; the last good one still holds.',
    compiling: 'Compiling',
    writing: 'Writing',
    details: ({ variables, images }) => [plural(variables, 'variable'), plural(images, 'image')].join(', '),
  },
  ko: {
    errors: (errors, files) => `파일 ${files}개에 오류가 ${errors}개 있습니다.`,
    compiled: ({ written, unchanged, folder }) =>
      `메시지 ${written + unchanged}개를 ${folder}에 컴파일했습니다. 새로 씀 ${written}개, 변경 없음 ${unchanged}개.`,
    kept: (output) => `마지막 정상 결과 ${output} 파일을 그대로 둡니다.`,
    stale: (file, source) => `${file} 파일이 남아 있습니다. ${source} 파일이 없거나 id가 바뀌었으니 지우세요.`,
    removed: (file) => `${file} 파일을 지웠습니다. 메시지가 없어졌습니다.`,
    watching: (files) => `메시지 ${files}개를 지켜보고 있습니다. 멈추려면 Ctrl-C를 누르세요.`,
    configBroken: '설정이 잘못되어 마지막 정상 설정을 계속 씁니다.',
    compiling: '컴파일',
    writing: '쓰기',
    details: ({ variables, images }) => `변수 ${variables}개, 이미지 ${images}개`,
  },
}
