// Reads the pages about rules and the tables of findings, docs/rules and docs/ko/rules: the source of what a rule is about.
// `npm run build` writes what commands say of rules from them to dist/rules.json; tests compare them with the rules.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The folders of the pages, relative to the package. */
export const ruleFolders = { en: 'docs/rules', ko: 'docs/ko/rules' }

/** The titles of the sections that a page may have. */
const sectionTitles = {
  en: { limits: 'Limits', bad: 'Incorrect', good: 'Correct' },
  ko: { limits: '한도', bad: '잘못된 예', good: '올바른 예' },
}

const sourcePattern = { en: /^Source: /, ko: /^근거: / }
const emptyFile = { en: 'A file with nothing in it.', ko: '내용이 없는 빈 파일입니다.' }

/** Files of the folder that are no pages of rules. */
const otherPages = new Set(['README.md', 'counting.md', 'findings.md', 'interface.md'])

/** Returns the rows about findings in a language, by id; a row marks a warning and ends with its source. */
export function readFindings(lang) {
  const text = readFileSync(new URL(`../${ruleFolders[lang]}/findings.md`, import.meta.url), 'utf8')
  const tables = text.split(/^## /m).slice(1)
  const rows = tables.flatMap(rowsOf).map(([name, summary, reason]) => {
    const [why, source] = reason.split(/ (?=(?:Source|근거): )/)
    return [/`(.+)`/.exec(name)[1], { isWarning: name.endsWith(')'), summary, why, source, limits: [] }]
  })
  return new Map(rows)
}

/** The pages of a language by the ids of their rules. */
export function readRulePages(lang) {
  const folder = new URL(`../${ruleFolders[lang]}/`, import.meta.url)
  const names = readdirSync(folder).filter((name) => name.endsWith('.md') && !otherPages.has(name))
  const pages = names.map((name) => {
    const text = readFileSync(new URL(name, folder), 'utf8')
    try {
      return [name.slice(0, -'.md'.length), parseRulePage(text, lang)]
    } catch (error) {
      throw new Error(`${fileURLToPath(new URL(name, folder))}: ${error.message}`, { cause: error })
    }
  })
  return new Map(pages)
}

/**
 * The parts of a page: a title, a link to the other language, a line with severity and tier, a summary, why, and the
 * sections of `sectionTitles` in their order.
 */
function parseRulePage(text, lang) {
  const [title, otherLanguage, meta, summary, ...rest] = blocksOf(text)
  const start = rest.findIndex(isHeading)
  const head = rest.slice(0, start)
  const isSource = (block) => sourcePattern[lang].test(block.text)
  const sections = sectionsOf(rest.slice(start), lang)
  const why = head.filter((block) => !isSource(block))
  if (why.length === 0) throw new Error('it does not say why.')
  return {
    title: title.text.replace(/^# /, ''),
    otherLanguage: otherLanguage.text,
    meta: meta.text,
    summary: summary.text,
    why: why.map((block) => block.text).join('\n'),
    source: head.find(isSource)?.text,
    limits: rowsOf(sections.limits?.[0]?.text ?? '').map(([field, fact]) => ({ field, fact })),
    bad: exampleIn(sections.bad, lang),
    output: sections.bad?.find(({ info }) => info === 'text')?.text,
    good: exampleIn(sections.good, lang),
  }
}

/** The rows of a table, without its header. */
export function rowsOf(table) {
  const lines = table.split('\n').filter((line) => line.startsWith('|'))
  return lines.slice(2).map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim().replaceAll('\\|', '|')),
  )
}

/** Paragraphs, headings, tables and blocks of code, which have an `info`. */
function blocksOf(text) {
  const blocks = []
  const pattern = /^(`{3,})(.*)\n([^]*?)^\1$|^[^\n]+(?:\n(?!`{3}|#)[^\n]+)*/gm
  for (const [whole, fence, info, content] of text.matchAll(pattern)) {
    if (fence === undefined && whole.startsWith('```')) throw new Error(`a block of code has no end: ${whole}`)
    blocks.push(fence === undefined ? { text: whole } : { text: content, info })
  }
  return blocks
}

function isHeading({ text, info }) {
  return info === undefined && text.startsWith('## ')
}

function sectionsOf(blocks, lang) {
  const names = Object.entries(sectionTitles[lang])
  const sections = {}
  for (const block of blocks) {
    if (isHeading(block)) {
      const at = names.findIndex(([, title]) => `## ${title}` === block.text)
      if (at === -1) throw new Error(`"${block.text}" is no section, or stands before another that it follows.`)
      const [[name]] = names.splice(0, at + 1).slice(-1)
      sections[name] = []
    } else Object.values(sections).at(-1).push(block)
  }
  return sections
}

/** A message, with what its text does not show: its path, the size of its images, and what is configured. */
function exampleIn(section, lang) {
  if (section === undefined) return undefined
  const code = section.find(({ info }) => info === 'markdown')
  if (code === undefined && section[0]?.text !== emptyFile[lang]) throw new Error('an example has no message.')
  const about = section[0]?.info === undefined ? section[0].text : ''
  const [, width, height] = /(\d+)(?: by |×)(\d+)/.exec(about) ?? []
  const [, of] = /`([^`]+\.png)`/.exec(about) ?? []
  const [, thousands] = /(\d+) KB/.exec(about) ?? []
  const [, configured] = /`(\{.+\})`/.exec(about) ?? []
  // Invisible characters and thousands of repetitions are spelt out on a page.
  const source = (code?.text ?? '').replaceAll(/\\u\{([0-9A-F]+)(?:×(\d+))?\}/g, (_, hex, times = '1') =>
    String.fromCodePoint(Number.parseInt(hex, 16)).repeat(Number(times)),
  )
  return {
    source,
    configured: configured === undefined ? {} : JSON.parse(configured),
    path: /`([^`]+\.md)`/.exec(about)?.[1] ?? 'messages/example.md',
    image: {
      ...(of !== undefined && { of }),
      ...(width !== undefined && { width: Number(width), height: Number(height) }),
      ...(thousands !== undefined && { bytes: Number(thousands) * 1000 }),
    },
  }
}

const fittingSizes = { 'ft-wide': [800, 600], 'ft-wide-item-list': [800, 400] }

/** Returns the context of an example: its configuration, and images that fit its kind unless the page says otherwise. */
export function exampleContext({ source, path, image, configured }, lang) {
  const kind = /^kind: *(\S+)$/m.exec(source)?.[1]
  const [width, height] = fittingSizes[kind] ?? [800, 800]
  const format = /\.jpe?g\)/.test(source) ? 'jpg' : 'png'
  const fitting = { sha256: '0'.repeat(64), bytes: 500_000, format, width, height }
  const { of, ...stated } = image
  const factsOf = (name) => (of === undefined || name.endsWith(`/${of}`) ? { ...fitting, ...stated } : fitting)
  return { path, lang, ...configured, image: (name) => ({ type: 'found', facts: factsOf(name) }) }
}

/** The heading of the interface, or the subject of the platform's notes, that the English page quotes. */
export function quotedSource({ source }) {
  return /"([^"]+)"/.exec(source ?? '')?.[1]
}
