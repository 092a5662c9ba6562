import type { RuleInfo } from '../lint/rule.ts'
import type { Language } from '../words/language.ts'
import { attachmentSection, buttonSection } from './interface-rows/attachment.ts'
import { carouselSection } from './interface-rows/carousel.ts'
import { messageSection } from './interface-rows/message.ts'
import type { InterfaceRow, InterfaceSection } from './interface-rows/row.ts'
import { sendingSection } from './interface-rows/sending.ts'
import { uploadSection } from './interface-rows/uploads.ts'

/** Everything that the interface asks of what is sent, each with the rules that hold it. */
export const interfaceSections: readonly InterfaceSection[] = [
  messageSection,
  buttonSection,
  attachmentSection,
  carouselSection,
  uploadSection,
  sendingSection,
]

const words = {
  en: {
    title: 'The interface and the rules that hold it',
    other: '[한국어](ko/interface-rules.md)',
    intro:
      'Each row is one thing that the messaging service asks, with the [rules](rules/README.md) that hold it before anything is sent. What a rule cannot know, such as the time of a send, is held where the last column says. Bytes and characters are counted as [`limits`](linting.md#how-bytes-and-characters-are-counted) says.',
    columns: ['field', 'what the service asks', 'held by'],
  },
  ko: {
    title: '인터페이스와 이를 지키는 규칙',
    other: '[English](../interface-rules.md)',
    intro:
      '메시지 서비스가 요구하는 것을 한 줄에 하나씩 적고, 발송 전에 이를 확인하는 [규칙](rules/README.md)을 함께 적었습니다. 발송 시각처럼 규칙으로 알 수 없는 것은 어디에서 확인하는지 마지막 열에 적었습니다. 바이트와 글자 수는 [`limits`](linting.md#바이트와-글자-수를-세는-방법) 설정에 따라 셉니다.',
    columns: ['필드', '서비스의 요구 사항', '지키는 곳'],
  },
} as const satisfies { readonly [L in Language]: object }

/** The page with the table: `docs/interface-rules.md`. */
export function interfacePage(lang: Language): string {
  const { title, other, intro, columns } = words[lang]
  const sections = interfaceSections.flatMap((section) => [
    '',
    `## ${section.title[lang]}`,
    '',
    `| ${columns.join(' | ')} |`,
    '| --- | --- | --- |',
    ...section.rows.map((row) => `| ${fieldNamed(row.field, lang)} | ${row.fact[lang]} | ${heldBy(row, lang)} |`),
  ])
  return `${[`# ${title}`, '', other, '', intro, ...sections].join('\n')}\n`
}

/** How a field is shown: its name as code. */
export function fieldNamed(field: InterfaceRow['field'], lang: Language): string {
  return typeof field === 'string' ? `\`${field}\`` : field[lang]
}

function heldBy({ rules = [], elsewhere }: InterfaceRow, lang: Language): string {
  const links = rules.map((id) => `[${id}](rules/${id}.md)`).join(', ')
  return [links, elsewhere?.[lang]].filter((text) => text !== undefined && text !== '').join('; ')
}

/** The rows of the table that give a number and that a rule holds. */
export function limitRowsOf({ id, tier }: Pick<RuleInfo, 'id' | 'tier'>): readonly InterfaceRow[] {
  if (tier !== 'interface') return []
  return interfaceSections.flatMap(({ rows }) =>
    rows.filter((row) => row.limits !== undefined && row.rules?.includes(id)),
  )
}
