import type { Language } from '../../../words/language.ts'

const en = {
  title: 'A new friendtalk project',
  folder: 'Which folder?',
  language: 'In which language are these messages and their hints?',
  languageNames: { en: 'English', ko: '한국어' } satisfies Record<Language, string>,
  notAFolder: 'There is a file of this name; name a folder.',
  cancelled: 'Cancelled; nothing was written.',
  service: 'For which messages?',
  ended: 'has ended',
  kindsOf: (service: string) => `Kinds of ${service}`,
  id: (file: string) => `Which id does ${file} get? Plans, reports and the ledger know the message by it.`,
  idWrong: 'An id has 1 to 64 of a-z, 0-9, ".", "_" and "-", the first a letter or digit.',
  idTaken: (id: string) => `Another message has the id ${id}.`,
  kept: (files: readonly string[]) => `Left as they were: ${files.join(', ')}`,
  isProject: 'There is a project here already; nothing was written.',
  keptIgnore: (file: string, lines: readonly string[]) => `${file} should have these lines: ${lines.join('  ')}`,
  written: ({ files, kept, folder }: { files: number; kept: number; folder: string }) =>
    `${files} ${files === 1 ? 'file' : 'files'} written ${folder === '.' ? 'here' : `to ${folder}`}${kept === 0 ? '' : `, ${kept} left as they were`}.`,
  made: ({ file, id }: { file: string; id: string }) => `${file} is a message with the id ${id}.`,
  keptImage: (file: string) => `${file} was there and is left as it is.`,
  notSelected: (file: string) =>
    `The configuration's "messages" do not select ${file}: add it there, or name it in each command.`,
  next: 'Next:',
}

const ko: typeof en = {
  title: '새 friendtalk 프로젝트',
  folder: '어느 폴더에 만들까요?',
  language: '메시지와 설명을 어느 언어로 쓸까요?',
  languageNames: { en: 'English', ko: '한국어' },
  notAFolder: '같은 이름의 파일이 있습니다. 폴더를 지정하세요.',
  cancelled: '취소했습니다. 아무것도 쓰지 않았습니다.',
  service: '어떤 메시지인가요?',
  ended: '서비스 종료',
  kindsOf: (service) => `${service} 유형`,
  id: (file) => `${file} 메시지의 id를 무엇으로 할까요? 계획, 보고서, 발송 기록에서 이 이름을 씁니다.`,
  idWrong: 'id는 a-z, 0-9, ".", "_", "-" 1~64자이며 영문 소문자나 숫자로 시작합니다.',
  idTaken: (id) => `${id} id는 다른 메시지가 쓰고 있습니다.`,
  kept: (files) => `이미 있어 그대로 둔 파일: ${files.join(', ')}`,
  isProject: '이미 프로젝트가 있어 아무것도 쓰지 않았습니다.',
  keptIgnore: (file, lines) => `${file} 파일에 다음 줄이 있어야 합니다: ${lines.join('  ')}`,
  written: ({ files, kept, folder }) =>
    `${folder === '.' ? '현재 폴더' : folder}에 파일 ${files}개를 썼습니다.${kept === 0 ? '' : ` ${kept}개는 그대로 두었습니다.`}`,
  made: ({ file, id }) => `${file} 메시지를 만들었습니다. id는 ${id}입니다.`,
  keptImage: (file) => `${file} 파일이 이미 있어 그대로 둡니다.`,
  notSelected: (file) =>
    `설정의 "messages"에 ${file} 파일이 들어 있지 않습니다. 설정에 추가하거나 명령에 파일을 지정하세요.`,
  next: '다음 명령:',
}

export const starterWords: { readonly [L in Language]: typeof en } = { en, ko }
