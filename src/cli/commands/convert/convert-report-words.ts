import type { Language } from '../../../words/language.ts'

const en = {
  notSelected: (folder: string) =>
    `The configuration's "messages" do not select what is in ${folder}: add it there, or name it in each command.`,
  next: 'Next:',
}

const ko: typeof en = {
  notSelected: (folder) =>
    `설정의 "messages"에 ${folder} 폴더의 파일이 들어 있지 않습니다. 설정에 추가하거나 명령에 파일을 지정하세요.`,
  next: '다음 명령:',
}

/** What `convert` says beside what could not be expressed. */
export const convertReportWords: { readonly [L in Language]: typeof en } = { en, ko }
