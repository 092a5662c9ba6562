import { existsSync, readFileSync } from 'node:fs'
import type { Language } from '../../../words/language.ts'
import { packageFolder } from '../../installation.ts'

const templates = new URL('templates/', packageFolder)

/** A message to start from, with the images that it shows. */
export interface Starter {
  /** The name of its file without `.md`, which is the kind. */
  readonly name: string
  readonly source: string
  readonly images: readonly StarterImage[]
  /** The variables that its recipients may have a value for. */
  readonly variables: readonly string[]
}

export interface StarterImage {
  /** Relative to the message: `images/tumbler.jpg`. */
  readonly path: string
  readonly content: Uint8Array
}

/**
 * A starter with an id of its own; in Korean where there is none in the language.
 *
 * @param name one of `starterNames`
 */
export function starterOf(name: string, { lang, id }: { readonly lang: Language; readonly id: string }): Starter {
  const own = new URL(`${lang}/${name}.md`, templates)
  // Both languages show the same images.
  const text = readFileSync(existsSync(own) ? own : new URL(`${name}.md`, templates), 'utf8')
  const source = text.replaceAll('](../images/', '](images/').replace(/^kind: .*\n/m, (line) => `${line}id: ${id}\n`)
  const paths = Array.from(source.matchAll(/\]\((images\/[^)]+)\)/g), ([, path]) => path ?? '')
  return {
    name,
    source,
    images: [...new Set(paths)].map((path) => ({ path, content: readFileSync(new URL(path, templates)) })),
    variables: [...new Set(Array.from(source.matchAll(/#\{([\p{L}\p{N}_]+)/gu), ([, variable]) => variable ?? ''))],
  }
}
