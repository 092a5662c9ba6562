import type { Language } from '../words/language.ts'
import { grouped } from '../words/printable.ts'
import type { ListNotes } from './recipient.ts'

const delimiters = {
  ';': { en: 'read with semicolons between columns', ko: '세미콜론으로 나눈 열로 읽음' },
  '\t': { en: 'read with tabs between columns', ko: '탭으로 나눈 열로 읽음' },
} as const

/** Says how a list was read; undefined if there is nothing to say. */
export function notesIn(
  lang: Language,
  { encoding, delimiter, hasSeparatorLine, withoutZero = 0, hasNoRef }: ListNotes,
): string | undefined {
  const without = withoutZero === 1 ? '1 number without its zero' : `${grouped(withoutZero)} numbers without their zero`
  const notes = [
    encoding && { en: 'read as EUC-KR (CP949)', ko: 'EUC-KR(CP949)로 읽음' },
    delimiter && delimiters[delimiter],
    hasSeparatorLine && { en: 'read from below the line "sep="', ko: '"sep=" 줄 아래부터 읽음' },
    withoutZero > 0 && { en: without, ko: `앞자리 0이 빠진 번호 ${grouped(withoutZero)}개` },
    hasNoRef && {
      en: 'without "ref": who failed cannot be told afterwards',
      ko: '"ref" 값이 없어 나중에 누구에게 실패했는지 알 수 없음',
    },
  ]
  const said = notes.flatMap((note) => (note ? [note[lang]] : []))
  return said.length === 0 ? undefined : said.join(', ')
}
