import type { Language } from '../words/language.ts'
import { grouped } from '../words/printable.ts'
import type { CsvForm } from './csv-form.ts'
import type { ListNotes } from './recipient.ts'

export function formNotes({ encoding, delimiter, hasSeparatorLine }: CsvForm): ListNotes {
  return {
    ...(encoding === 'euc-kr' && { encoding }),
    ...(delimiter !== ',' && { delimiter }),
    ...(hasSeparatorLine && { hasSeparatorLine }),
  }
}

const en = {
  encoding: 'read as EUC-KR (CP949)',
  delimiters: { ';': 'read with semicolons between columns', '\t': 'read with tabs between columns' },
  separatorLine: 'read from below the line "sep="',
  withoutZero: (count: number) =>
    count === 1 ? '1 number without its zero' : `${grouped(count)} numbers without their zero`,
  noRef: 'without "ref": who failed cannot be told afterwards',
}

const ko: typeof en = {
  encoding: 'EUC-KR(CP949)로 읽음',
  delimiters: { ';': '세미콜론으로 나눈 열로 읽음', '\t': '탭으로 나눈 열로 읽음' },
  separatorLine: '"sep=" 줄 아래부터 읽음',
  withoutZero: (count) => `앞자리 0이 빠진 번호 ${grouped(count)}개`,
  noRef: '"ref" 값이 없어 나중에 누구에게 실패했는지 알 수 없음',
}

const words: { readonly [L in Language]: typeof en } = { en, ko }

/** Says how a list was read; undefined where there is nothing to say. */
export function notesIn(
  lang: Language,
  { encoding, delimiter, hasSeparatorLine, withoutZero = 0, hasNoRef }: ListNotes,
): string | undefined {
  const says = words[lang]
  const parts = [
    ...(encoding === undefined ? [] : [says.encoding]),
    ...(delimiter === undefined ? [] : [says.delimiters[delimiter]]),
    ...(hasSeparatorLine ? [says.separatorLine] : []),
    ...(withoutZero > 0 ? [says.withoutZero(withoutZero)] : []),
    ...(hasNoRef ? [says.noRef] : []),
  ]
  return parts.length === 0 ? undefined : parts.join(', ')
}
