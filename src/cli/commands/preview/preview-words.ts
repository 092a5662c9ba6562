import { browserVariable } from '../../../web/preview/screenshots.ts'
import type { Language } from '../../../words/language.ts'

const installDriver = 'npm install --save-dev playwright-core'

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** What `friendtalk preview` says. */
const en = {
  running: (url: string, messages: number) => [
    `Preview  ${url}`,
    `${plural(messages, 'message')}, live while files change. Press Ctrl-C to stop.`,
  ],
  notOpened: (url: string) => `No browser could be opened; open ${url} yourself.`,
  pages: (folder: string, messages: number) =>
    `${plural(messages, 'message')} in ${folder}; open index.html in a browser.`,
  pictures: ({ folder, pictures, undrawn }: { folder: string; pictures: number; undrawn: number }) =>
    `${plural(pictures, 'picture')} in ${folder}.${undrawn > 0 ? ` ${plural(undrawn, 'message')} cannot be drawn; friendtalk lint says why.` : ''}`,
  noDriver: `Pictures need the package playwright-core, which is not installed: run ${installDriver}.`,
  noBrowser: `No Chromium or Chrome was found. Install one, or name its program in ${browserVariable}.`,
}

const ko: typeof en = {
  running: (url, messages) => [
    `미리보기  ${url}`,
    `메시지 ${messages}개를 보여 주며, 파일이 바뀌면 바로 반영합니다. 멈추려면 Ctrl-C를 누르세요.`,
  ],
  notOpened: (url) => `브라우저를 열 수 없습니다. ${url} 주소를 직접 여세요.`,
  pages: (folder, messages) => `메시지 ${messages}개를 ${folder}에 담았습니다. index.html을 브라우저에서 여세요.`,
  pictures: ({ folder, pictures, undrawn }) =>
    `그림 ${pictures}장을 ${folder}에 담았습니다.${undrawn > 0 ? ` 메시지 ${undrawn}개는 그릴 수 없습니다. 이유는 friendtalk lint로 볼 수 있습니다.` : ''}`,
  noDriver: `그림을 만들려면 playwright-core 패키지가 필요하지만 설치되어 있지 않습니다. ${installDriver} 명령을 실행하세요.`,
  noBrowser: `Chromium이나 Chrome을 찾을 수 없습니다. 설치하거나 ${browserVariable} 환경 변수에 실행 파일을 지정하세요.`,
}

export const previewWords: { readonly [L in Language]: typeof en } = { en, ko }
