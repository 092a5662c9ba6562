import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { type CompileContext, compile, type CompileResult } from '../src/compile.ts'
import type { Diagnostic } from '../src/diagnostic.ts'
import type { ImageFacts, ImageLookup } from '../src/message/message.ts'
import { reportedRules } from '../src/rules/rules.ts'

const vectors = new URL('vectors/', import.meta.url)

/** The names of the messages in `vectors/examples`. */
export const exampleNames = ['text', 'image', 'wide', 'wide-item-list', 'carousel-feed'] as const
export type ExampleName = (typeof exampleNames)[number]

export function exampleSource(name: ExampleName): string {
  return readFileSync(new URL(`examples/${name}.md`, vectors), 'utf8')
}

/** What the example compiles to, without `map` and `digest`. */
export function exampleTemplate(name: ExampleName): { readonly [key: string]: unknown } {
  return JSON.parse(readFileSync(new URL(`examples/${name}.json`, vectors), 'utf8'))
}

export const limitVectors = JSON.parse(readFileSync(new URL('limits.json', vectors), 'utf8'))

/** Facts that no test looks at. */
export const someFacts: ImageFacts = { sha256: 'a'.repeat(64), bytes: 1000, width: 800, height: 400, format: 'png' }

/** Looks for PNG files in `vectors/examples`, whatever Unicode normalisation the path has. */
function exampleImage(path: string): ImageLookup {
  const file = new URL(`examples/${encodeURI(path.normalize('NFC'))}`, vectors)
  if (!existsSync(file)) return { type: 'not-found' }
  const bytes = readFileSync(file)
  const facts: ImageFacts = {
    sha256: createHash('sha256').update(bytes).digest('hex'),
    bytes: bytes.length,
    // IHDR is the first chunk of every PNG file: width and height stand at fixed places.
    width: bytes.readUInt32BE(16),
    height: bytes.readUInt32BE(20),
    format: 'png',
  }
  return { type: 'found', facts }
}

/** Every image is there. */
export const anyImage = (): ImageLookup => ({ type: 'found', facts: someFacts })

const reported: ReadonlySet<string> = new Set(reportedRules.map(({ id }) => id))

/** What the reader of messages found: what the rules of the linter say has tests of its own. */
export function readerDiagnostics({ diagnostics }: Pick<CompileResult, 'diagnostics'>): readonly Diagnostic[] {
  return diagnostics.filter(({ rule }) => reported.has(rule))
}

/** Compiles a message at `message.md`, or where `context` says, with the examples' images. */
export function compileSource(source: string, context: Partial<CompileContext> = {}): CompileResult {
  return compile(source, { path: 'message.md', image: exampleImage, ...context })
}
