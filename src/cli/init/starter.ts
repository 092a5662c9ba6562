import { readFileSync } from 'node:fs'
import { type Kind, kinds } from '../../contract/kinds.ts'
import { suggestionFor } from '../../dialect/nearest.ts'
import { UsageError } from '../../project/usage-error.ts'
import type { Language } from '../../words/language.ts'
import { shortName, shortNames } from '../program/command.ts'
import { packageFolder } from '../installation.ts'

const templates = new URL('templates/', packageFolder)

/** A message to start from, with the images that it shows. */
export interface Starter {
  /** The name of its file without `.md`: `wide-item-list`. */
  readonly name: string
  readonly source: string
  readonly images: readonly StarterImage[]
  /** The variables that its recipients may have a value for. */
  readonly variables: readonly string[]
}

export interface StarterImage {
  /** Relative to the message: `images/tumbler.png`. */
  readonly path: string
  readonly content: Uint8Array
}

/**
 * The kind that a word names, with or without the prefix that all kinds have.
 *
 * @throws UsageError for any other word
 */
export function kindNamed(word: string): Kind {
  const name = word.trim().toLowerCase().replaceAll('_', '-').replace(/^ft-/, '')
  const kind = kinds.find((known) => shortName(known) === name)
  if (kind !== undefined) return kind
  throw new UsageError({ type: 'kind-unknown', kind: word, allowed: shortNames, ...suggestionFor(name, shortNames) })
}

/** The starter of a kind with an id of its own. */
export function starterOf(kind: Kind, { lang, id }: { readonly lang: Language; readonly id: string }): Starter {
  const name = shortName(kind)
  // Both languages show the same images.
  const text = readFileSync(new URL(lang === 'en' ? `en/${name}.md` : `${name}.md`, templates), 'utf8')
  const source = text.replaceAll('](../images/', '](images/').replace(/^kind: .*\n/m, (line) => `${line}id: ${id}\n`)
  const paths = Array.from(source.matchAll(/\]\((images\/[^)]+)\)/g), ([, path]) => path ?? '')
  return {
    name,
    source,
    images: [...new Set(paths)].map((path) => ({ path, content: readFileSync(new URL(path, templates)) })),
    variables: [...new Set(Array.from(source.matchAll(/#\{([\p{L}\p{N}_]+)/gu), ([, variable]) => variable ?? ''))],
  }
}
