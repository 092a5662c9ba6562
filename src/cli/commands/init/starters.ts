import { existsSync, readFileSync } from 'node:fs'
import { suggestionIn } from '../../../words/phrases.ts'
import type { Contract } from '../../../contract/contract.ts'
import { contracts, kindStart } from '../../../contract/contracts.ts'
import { allNearest } from '../../../language/nearest.ts'
import { UsageError } from '../../../project/usage-error.ts'
import { columnsOf } from '../../terminal/printable.ts'
import type { NewFile } from '../../../project/files/write-file.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { Language, Text } from '../../../words/language.ts'
import { packageFolder } from '../../installation.ts'

export function hasEnded({ id }: Contract): boolean {
  return contracts.some(({ succeeds }) => succeeds?.service === id)
}

/** The services as people are offered them: those that have ended come last. */
export const services = contracts.toSorted((a, b) => Number(hasEnded(a)) - Number(hasEnded(b)))

/** There is a starter of each kind: the names of the files in `templates/`. */
export const starterNames: readonly string[] = services.flatMap(({ kinds }) => Object.keys(kinds))

/**
 * Returns the starter that a word names.
 *
 * @throws UsageError for a word that names no kind, and for one that lacks what tells its service
 */
export function starterNamed(word: string): string {
  const name = word.trim().toLowerCase().replaceAll('_', '-')
  if (starterNames.includes(name)) return name
  const unprefixed = starterNames.filter((kind) => kind.replace(new RegExp(`^${kindStart}`), '') === name)
  const meant = unprefixed.length > 0 ? unprefixed : allNearest(name, starterNames)
  throw new UsageError('starter-unknown', {
    en: `There is no kind "${word}".${meant.length > 1 ? ` Write ${meant.join(' or ')}.` : suggestionIn.en(meant[0])} friendtalk new --list shows them.`,
    ko: `"${word}" 유형은 없습니다.${meant.length > 1 ? ` ${meant.join(', ')} 중 하나를 쓰세요.` : suggestionIn.ko(meant[0])} friendtalk new --list로 볼 수 있습니다.`,
  })
}

export const ended: Text = { en: 'has ended', ko: '서비스 종료' }

/** `new --list`: prints every kind of message, a line each. */
export function listStarters(terminal: Terminal): void {
  const { lang, outColors: colors, out, say } = terminal
  const columns = Math.max(...starterNames.map(columnsOf)) + 2
  for (const service of services) {
    const name = service.name[lang]
    const note = hasEnded(service) ? ` (${ended[lang]})` : ''
    say({ en: `Kinds of ${name}${note}:`, ko: `${name} 유형${note}:` })
    for (const [kind, { description }] of Object.entries(service.kinds))
      out(`  ${colors.bold(kind)}${' '.repeat(columns - columnsOf(kind))}${description[lang]}\n`)
    out('\n')
  }
}

const templates = new URL('templates/', packageFolder)

/** A message to start from, with the images that it shows. */
export interface Starter {
  /** The name of its file without `.md`, which is the kind. */
  readonly name: string
  readonly source: string
  /** Their paths are relative to the message: `images/tumbler.jpg`. */
  readonly images: readonly NewFile[]
  /** The variables that its recipients may have a value for. */
  readonly variables: readonly string[]
}

/**
 * Reads a starter and gives it an id; in Korean where there is none in the language.
 *
 * @param name one of `starterNames`
 */
export function starterOf(name: string, { lang, id }: { readonly lang: Language; readonly id: string }): Starter {
  const inLanguage = new URL(`${lang}/${name}.md`, templates)
  // Both languages show the same images.
  const text = readFileSync(existsSync(inLanguage) ? inLanguage : new URL(`${name}.md`, templates), 'utf8')
  const source = text.replaceAll('](../images/', '](images/').replace(/^kind: .*\n/m, (line) => `${line}id: ${id}\n`)
  const paths = Array.from(source.matchAll(/\]\((images\/[^)]+)\)/g), ([, path]) => path ?? '')
  return {
    name,
    source,
    images: [...new Set(paths)].map((path) => ({ path, content: readFileSync(new URL(path, templates)) })),
    variables: [...new Set(Array.from(source.matchAll(/#\{([\p{L}\p{N}_]+)/gu), ([, variable]) => variable ?? ''))],
  }
}
