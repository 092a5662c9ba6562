import { type Say, sayIn } from '../../../src/words/language.ts'

export type SiteWords = ReturnType<typeof wordsIn>

export const siteWords = { en: wordsIn(sayIn('en')), ko: wordsIn(sayIn('ko')) }

/** The sentences of the frame of a page. */
function wordsIn(say: Say) {
  return {
    language: say('English', '한국어'),
    title: 'friendtalk',
    description: say(
      'Write KakaoTalk brand messages as Markdown: compile, lint, preview and send them.',
      '카카오톡 브랜드 메시지를 마크다운으로 쓰고 검사하고 미리 보고 발송합니다.',
    ),
    guide: say('Guide', '가이드'),
    rules: say('Rules', '규칙'),
    playground: say('Playground', '플레이그라운드'),
    documentation: say('Documentation', '문서'),
    outline: say('On this page', '이 페이지의 내용'),
    edit: say('Edit this page', '이 페이지 고치기'),
    copyCode: say('Copy code', '코드 복사'),
    permalink: (title: string): string => say(`Link to "${title}"`, `"${title}" 바로가기`),
    untranslated: (title: string, link: string): string =>
      say(`[${title}](${link}) is written in English alone.`, `이 문서는 영어로만 제공합니다: [${title}](${link})`),
    /** The labels of the theme, by its own names. */
    labels: {
      docFooter: { prev: say('Previous page', '이전 페이지'), next: say('Next page', '다음 페이지') },
      sidebarMenuLabel: say('Menu', '메뉴'),
      returnToTopLabel: say('Back to top', '맨 위로'),
      langMenuLabel: say('Change language', '언어 바꾸기'),
      darkModeSwitchLabel: say('Appearance', '화면 모드'),
      lightModeSwitchTitle: say('Switch to the light theme', '밝은 화면으로 바꾸기'),
      darkModeSwitchTitle: say('Switch to the dark theme', '어두운 화면으로 바꾸기'),
      skipToContentLabel: say('Skip to content', '본문으로 건너뛰기'),
      notFound: {
        title: say('There is no such page', '페이지를 찾을 수 없습니다'),
        quote: say(
          'It may have been renamed. The search finds it if it is still here.',
          '이름이 바뀌었을 수 있습니다. 검색으로 찾아보세요.',
        ),
        linkText: say('To the first page', '첫 페이지로'),
        linkLabel: say('To the first page', '첫 페이지로'),
      },
    },
    /** The labels of its search. */
    search: {
      button: { buttonText: say('Search', '검색') },
      modal: {
        displayDetails: say('Show the text of results', '결과에 본문 표시'),
        resetButtonTitle: say('Clear', '지우기'),
        backButtonTitle: say('Close the search', '검색 닫기'),
        noResultsText: say('Nothing found for', '검색 결과가 없습니다:'),
        footer: {
          selectText: say('to open', '열기'),
          navigateText: say('to move', '이동'),
          closeText: say('to close', '닫기'),
        },
      },
    },
  }
}
