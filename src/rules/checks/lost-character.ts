import { codePointsOf } from '../../text/text.ts'
import { literalRuns, matchesIn } from '../../message/located.ts'
import { defineRule } from '../rule.ts'

/** The replacement character of failed conversions, and private-use characters. */
const pattern = /\uFFFD+|\p{Co}+/gu

export const lostCharacter = defineRule<{ codes: string; isPrivate: boolean }>({
  id: 'lost-character',
  check({ document: { source }, isPlain, draft }, report) {
    if (isPlain || source.search(pattern) < 0) return
    // Two fields may share one text: the link of an app is that of both platforms.
    for (const { pieces } of new Set(draft.texts.map(({ text }) => text))) {
      for (const { match, span } of matchesIn(literalRuns(pieces), pattern)) {
        const [found] = match
        report({ span, args: { codes: codePointsOf(found), isPrivate: !found.startsWith('\uFFFD') } })
      }
    }
  },
  en: ({ codes, isPrivate }) =>
    isPrivate
      ? `Phones cannot show ${codes}, which only the font that it was typed in has; write another character.`
      : `Text was lost here when it was converted (${codes}); type it again.`,
  ko: ({ codes, isPrivate }) =>
    isPrivate
      ? `원래 글꼴에만 있는 문자라 휴대폰에서는 빈 네모로 보입니다(${codes}). 다른 문자로 바꾸세요.`
      : `변환하는 동안 글자가 깨졌습니다(${codes}). 다시 입력하세요.`,
})
