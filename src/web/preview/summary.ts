import { kindFacts } from '../../contract/kinds.ts'
import type { Language } from '../../words/language.ts'
import { type PageWords, pageWords } from './page-words.ts'
import type { MessagePictures } from './screenshots.ts'
import { presets } from './page-data.ts'

/** The widths at which a summary shows a picture, in CSS pixels: the cards of a carousel stand side by side. */
const shownWidthPx = 240
const carouselWidthPx = 420

/**
 * A summary of pictures in Markdown, as the comment of a pull request.
 *
 * @param baseUrl where the folder of the pictures can be reached; relative addresses when absent
 */
export function summaryOf(all: readonly MessagePictures[], lang: Language, baseUrl?: string): string {
  const words = pageWords[lang]
  return `${all.map((message) => section(message, words, baseUrl)).join('\n\n')}\n`
}

function section({ row, pictures }: MessagePictures, words: PageWords, baseUrl: string | undefined): string {
  const { title, path, kind, errors, warnings, isOld } = row
  const facts = [
    inert(path),
    kind === undefined ? words.unknownKind : words.kinds[kind],
    ...(isOld ? [words.old] : []),
    ...(errors > 0 ? [words.errors.replace('{count}', String(errors))] : []),
    ...(warnings > 0 ? [words.warnings.replace('{count}', String(warnings))] : []),
    ...(errors + warnings === 0 ? [words.clean] : []),
  ]
  const heading = `### ${inert(title)}\n\n${facts.join(' · ')}`
  if (pictures === undefined) return `${heading}\n\n${words.noPicture}`
  const names = presets.map((preset) => words.choices[preset])
  const widthPx = kind !== undefined && kindFacts[kind].repeats === 'card' ? carouselWidthPx : shownWidthPx
  const cells = presets.map((preset) => {
    const alt = attribute(`${title}, ${words.choices[preset]}`)
    return `<img src="${address(pictures[preset], baseUrl)}" width="${widthPx}" alt="${alt}">`
  })
  return [heading, '', `| ${names.join(' | ')} |`, '| --- | --- | --- |', `| ${cells.join(' | ')} |`].join('\n')
}

function address(path: string, baseUrl: string | undefined): string {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  return baseUrl === undefined ? encoded : attribute(`${baseUrl.replace(/\/+$/, '')}/${encoded}`)
}

/** What a file says, as nothing but text: no markup, no mention of people, no marks that turn what follows. */
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
