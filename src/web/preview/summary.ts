import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import { kindFacts, type Kind, kinds } from '../../contract/kinds.ts'
import type { OutputFolder } from '../../project/files/write-file.ts'
import { contentInside } from '../../project/files/read-file.ts'
import type { Language } from '../../words/language.ts'
import { countTexts, presets, type PreviewRow } from './page-data.ts'
import { type PageWords, pageWords } from './page-words.ts'
import { type MessagePictures, pictureName } from './screenshots.ts'

/** The widths at which a summary shows a picture, in CSS pixels: the cards of a carousel stand side by side. */
const shownWidthPx = 240
const carouselWidthPx = 420

/**
 * Returns a summary of pictures in Markdown, as the comment of a pull request.
 *
 * @param baseUrl where the folder of the pictures can be reached; relative addresses when absent
 */
export function summaryOf(all: readonly MessagePictures[], lang: Language, baseUrl?: string): string {
  const words = pageWords[lang]
  return `${all.map((message) => section(message, words, baseUrl)).join('\n\n')}\n`
}

function headingOf(row: PreviewRow, words: PageWords): string {
  const { title, path, kind, errors, warnings } = row
  const facts = [
    inert(path),
    kind === undefined ? words.unknownKind : words.kinds[kind],
    ...countTexts(row, words),
    ...(errors + warnings === 0 ? [words.clean] : []),
  ]
  return `### ${inert(title)}\n\n${facts.join(' · ')}`
}

function section({ row, pictures }: MessagePictures, words: PageWords, baseUrl: string | undefined): string {
  const { title } = row
  const heading = headingOf(row, words)
  if (pictures === undefined) return `${heading}\n\n${words.noPicture}`
  const names = presets.map((preset) => words.choices[preset])
  const cells = presets.map((preset) =>
    picture(pictures[preset], { row, alt: `${title}, ${words.choices[preset]}`, baseUrl }),
  )
  return [heading, '', `| ${names.join(' | ')} |`, '| --- | --- | --- |', `| ${cells.join(' | ')} |`].join('\n')
}

interface PictureText {
  readonly row: Pick<PreviewRow, 'kind'>
  readonly alt: string
  readonly baseUrl: string | undefined
}

function picture(path: string, { row: { kind }, alt, baseUrl }: PictureText): string {
  const widthPx = kind !== undefined && kindFacts[kind].repeats === 'card' ? carouselWidthPx : shownWidthPx
  return `<img src="${address(path, baseUrl)}" width="${widthPx}" alt="${attribute(alt)}">`
}

function address(path: string, baseUrl: string | undefined): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return baseUrl === undefined ? encoded : attribute(`${baseUrl.replace(/\/+$/, '')}/${encoded}`)
}

/** Returns what a file says, as nothing but text: no markup, no mention of people, no marks that turn what follows. */
function inert(text: string): string {
  return visible(text).replaceAll(/[&<>"'\\`*_{}[\]()#+\-.!|~@:$^=]/gu, (mark) => `&#${mark.codePointAt(0)};`)
}

function attribute(text: string): string {
  return visible(text).replaceAll(/[&<>"'|`]/g, (mark) => `&#${mark.codePointAt(0)};`)
}

function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (mark) =>
    mark === '\u200D' ? mark : `\\u{${(mark.codePointAt(0) ?? 0).toString(16)}}`,
  )
}

/** The file beside pictures that a later run compares with. */
const recordFile = 'pictures.json'

/** A message as an earlier run drew it. */
interface DrawnBefore {
  readonly path: string
  readonly title: string
  readonly kind?: Kind
  readonly content?: string
}

/** Records what pictures are of, so that a later run can say what changed since. */
export function writeRecord(all: readonly MessagePictures[], folder: OutputFolder): void {
  const messages = all.map(({ row: { path, title, kind }, content }) => ({ path, title, kind, content }))
  folder.write(recordFile, `${JSON.stringify({ version: 1, messages }, null, 2)}\n`)
}

/** Pictures of an earlier run. */
export interface PicturesBefore {
  /** Absolute. */
  readonly folder: string
  readonly messages: readonly DrawnBefore[]
}

/** Reads what an earlier run recorded; undefined where a folder has no such record. */
export function readRecord(folder: string): PicturesBefore | undefined {
  try {
    const data = JSON.parse(readFileSync(join(folder, recordFile), 'utf8')) as { readonly messages?: unknown }
    return Array.isArray(data.messages) && data.messages.every(isDrawn)
      ? { folder, messages: data.messages }
      : undefined
  } catch {
    return undefined
  }
}

function isDrawn(data: unknown): data is DrawnBefore {
  const { path, title, kind, content } = (data ?? {}) as { readonly [key: string]: unknown }
  const isText = (value: unknown): boolean => typeof value === 'string'
  return (
    isText(path) &&
    isText(title) &&
    (content === undefined || isText(content)) &&
    (kind === undefined || kinds.some((each) => each === kind))
  )
}

const maxPictureBytes = 64 * 1024 * 1024

export interface Comparing {
  readonly lang: Language
  /** Where the folder of the pictures can be reached; relative addresses when absent. */
  readonly baseUrl?: string | undefined
  readonly before: PicturesBefore
  /** The folder of the pictures; earlier ones of messages that changed are copied there. */
  readonly folder: OutputFolder
}

/** Returns a summary in Markdown of the messages that changed since an earlier run: both pictures, and what differs. */
export function changesOf(all: readonly MessagePictures[], comparing: Comparing): string {
  const { lang, before } = comparing
  const words = pageWords[lang]
  const known = new Map(before.messages.map((message) => [message.path, message]))
  const changed: string[] = []
  let unchanged = 0
  for (const message of all) {
    const old = known.get(message.row.path)
    known.delete(message.row.path)
    if (old !== undefined && old.content !== undefined && old.content === message.content) unchanged++
    else changed.push(changedSection(message, old, comparing))
  }
  const removed = [...known.values()].map((old) => removedSection(old, comparing))
  const sections = [...changed, ...removed]
  const rest = sections.length === 0 ? words.noChanges : unchanged === 0 ? '' : words.unchanged(unchanged)
  return `${[...sections, rest].filter((text) => text !== '').join('\n\n')}\n`
}

function changedSection(message: MessagePictures, old: DrawnBefore | undefined, comparing: Comparing): string {
  const { lang, baseUrl } = comparing
  const words = pageWords[lang]
  const { row, pictures, content } = message
  const heading = headingOf(row, words)
  const now =
    pictures === undefined
      ? words.noPicture
      : picture(pictures.example, { row, alt: `${row.title}, ${words.after}`, baseUrl })
  if (old === undefined) return [heading, '', `| ${words.added} |`, '| --- |', `| ${now} |`].join('\n')
  const table = [
    `| ${words.before} | ${words.after} |`,
    '| --- | --- |',
    `| ${pictureBefore(old, comparing)} | ${now} |`,
  ]
  return [heading, '', ...table, ...diffLines(old.content, content)].join('\n')
}

function removedSection(old: DrawnBefore, comparing: Comparing): string {
  const words = pageWords[comparing.lang]
  const heading = `### ${inert(old.title)}\n\n${inert(old.path)}`
  return [heading, '', `| ${words.removed} |`, '| --- |', `| ${pictureBefore(old, comparing)} |`].join('\n')
}

/** Copies the picture of an earlier run to those of this one. */
function pictureBefore(old: DrawnBefore, { lang, baseUrl, before, folder }: Comparing): string {
  const words = pageWords[lang]
  const name = pictureName(old.path, 'example')
  const content = contentInside(before.folder, name, maxPictureBytes)
  if (content === undefined) return words.noPicture
  const copy = `before/${name}`
  folder.write(copy, content)
  return picture(copy, { row: old, alt: `${old.title}, ${words.before}`, baseUrl })
}

/** A block of code that nothing of the texts can end. */
function diffLines(before: string | undefined, after: string | undefined): readonly string[] {
  if (before === undefined || after === undefined) return []
  const patch = createTwoFilesPatch('before', 'after', before, after, undefined, undefined, {
    headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: false },
  })
  const longest = Math.max(2, ...Array.from(patch.matchAll(/`+/g), ([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return ['', `${fence}diff`, ...patch.trimEnd().split('\n').map(visible), fence]
}
