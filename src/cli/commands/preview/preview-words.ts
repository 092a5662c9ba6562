import type { Language } from '../../../words/language.ts'

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
}

export const previewWords: { readonly [L in Language]: typeof en } = { en, ko }
