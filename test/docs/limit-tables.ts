import type { LimitRow } from '../../src/contract/contract.ts'
import { contracts } from '../../src/contract/contracts.ts'
import type { Language } from '../../src/words/language.ts'

const units = {
  en: {
    characters: ' characters',
    bytes: ' bytes',
    breaks: ' line breaks',
    buttons: ' buttons',
    items: ' items',
    cards: ' cards',
    value: '',
  },
  ko: { characters: '자', bytes: '바이트', breaks: '번 줄바꿈', buttons: '개', items: '개', cards: '장', value: '' },
} as const

const section = { en: '## Limits\n', ko: '## 한도\n' } as const
const title = { en: 'Limits: ', ko: '한도: ' } as const

const limitHeads = { en: '| field | limit |', ko: '| 필드 | 한도 |' } as const
const heads = {
  en: '| field | what the service asks | held by |',
  ko: '| 필드 | 서비스의 요구 사항 | 지키는 곳 |',
} as const

/** A place in the payload as people write it: `attachment.button[].name`. */
function fieldAt(place: string): string {
  return place
    .slice(1)
    .replaceAll(/\/(\d*)([*+]?)(?=\/|$)/g, (all, digits: string, sign) =>
      digits + sign === '' ? all : `[${sign === '+' ? `${digits}..` : digits}]`,
    )
    .replaceAll('/', '.')
}

/** What a row asks, with the kinds and what stands beside it. */
function factOf({ kinds, when = {}, min, max, unit }: LimitRow, lang: Language): string {
  const beside = Object.entries(when).map(([name, is]) =>
    lang === 'en'
      ? `${is === false ? 'without' : 'beside'} \`${name}\` `
      : `\`${name}\` 값이 ${is === false ? '없으면' : '있으면'} `,
  )
  const most = lang === 'en' ? 'at most ' : '최대 '
  const least = lang === 'en' ? 'at least ' : '최소 '
  const bounds = [...(min === undefined ? [] : [`${least}${min}`]), ...(max === undefined ? [] : [`${most}${max}`])]
  const where = kinds && (lang === 'en' ? `in ${kinds.join(', ')} ` : `${kinds.join(', ')}에서는 `)
  return `${where ?? ''}${beside.join('')}${bounds.map((bound) => `${bound}${units[lang][unit]}`.replace(/ 1 (.*)s$/, ' 1 $1')).join(', ')}`
}

function heldBy({ rule, unit }: LimitRow): string {
  const pages = unit === 'bytes' || unit === 'characters' ? [rule, 'text-may-overflow'] : [rule]
  const links = pages.map((id) => `[${id}](${id}.md)`)
  return [...links, ...(pages.length > 1 ? ['[recipient-overflow](findings.md#recipient-overflow)'] : [])].join(', ')
}

/** The page of the interface with the limits that each service has rows for, one section a service. */
export function withLimits(page: string, lang: Language): string {
  const tables = contracts.flatMap(({ name, limits }) => {
    const rows = limits
      .filter(({ tier }) => tier === 'interface')
      .map((row) => `| \`${row.at.map(fieldAt).join(', ')}\` | ${factOf(row, lang)} | ${heldBy(row)} |`)
    return rows.length === 0
      ? []
      : [`## ${title[lang]}${name[lang]}\n\n${heads[lang]}\n| --- | --- | --- |\n${rows.join('\n')}\n`]
  })
  const others = page.split(/^(?=## )/m).filter((part) => !part.startsWith(`## ${title[lang]}`))
  return `${others.join('').trimEnd()}\n\n${tables.join('\n')}`
}

/** A page about a rule with the limits that it holds: the rows of the interface that name the rule and a number. */
export function withLimitsOf(
  page: string,
  rows: readonly { readonly field: string; readonly fact: string }[],
  lang: Language,
): string {
  const lines = rows.filter(({ fact }) => /\d/.test(fact)).map(({ field, fact }) => `| \`${field}\` | ${fact} |\n`)
  const head = `${limitHeads[lang]}\n| --- | --- |\n`
  const limits = lines.length === 0 ? '' : `${section[lang]}\n${head}${lines.join('')}\n`
  return page.replace(new RegExp(`(?:^${section[lang]}[^]*?)?^(?=## )`, 'm'), () => limits)
}
