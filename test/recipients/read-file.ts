import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { readRecipients } from '../../src/recipients/read.ts'
import type { Recipient, RecipientOptions, RecipientSource, RecipientSummary } from '../../src/recipients/recipient.ts'
import { recipientWording } from '../../src/rules/violations.ts'
import { tempFolder } from '../project/temp-folder.ts'

type Options = Partial<RecipientOptions>

/** A recipients file with some content, on disk. */
export function recipientsFile(content: string | Uint8Array, name = 'recipients.csv'): RecipientSource {
  const path = join(tempFolder({ [name]: content }), name)
  return { path, open: () => createReadStream(path) }
}

/** A recipients file whose bytes come in pieces of a size. */
export function inPieces(content: string | Uint8Array, pieceBytes: number, name = 'recipients.csv'): RecipientSource {
  const bytes = Buffer.from(content)
  return {
    path: name,
    async *open() {
      for (let from = 0; from < bytes.length; from += pieceBytes) yield bytes.subarray(from, from + pieceBytes)
    },
  }
}

/** Everything that reading a file gives. */
export async function readAll(
  source: RecipientSource,
  options: Options = {},
): Promise<{ readonly rows: readonly Recipient[]; readonly summary: RecipientSummary }> {
  const reading = readRecipients(source, { variables: [], ...options })
  const rows: Recipient[] = []
  for await (const row of reading.rows()) rows.push(row)
  return { rows, summary: await reading.summary() }
}

/** Reads a recipients file to its end for what is wrong with it, and its digest. */
export async function checkRecipients(source: RecipientSource, options: RecipientOptions): Promise<RecipientSummary> {
  return readRecipients(source, options).summary()
}

/** What is found in a file, a line for each: `line:column row rule {args}`. */
export async function violationsIn(source: RecipientSource, options: Options = {}): Promise<readonly string[]> {
  return listed(await checkRecipients(source, { variables: [], ...options }))
}

/** The violations of a summary as `violationsIn` lists them. */
export function listed({ violations }: RecipientSummary): readonly string[] {
  return violations.map((found) => {
    const { place, row, rule, args } = found
    expectWords(found)
    const what = JSON.stringify(args)
    return `${place.line}:${place.column} ${row === undefined ? 'file' : `row ${row}`} ${rule}${what === '{}' ? '' : ` ${what}`}`
  })
}

/** Whatever a test finds is said in sentences of both languages. */
function expectWords(found: RecipientSummary['violations'][number]): void {
  const [english, korean] = [recipientWording(found, 'en'), recipientWording(found, 'ko')]
  const own = english.message.replaceAll(/"[^"]*"/g, '')
  const isSaid =
    /[.?]$/.test(english.message) &&
    !/[가-힣]{4}/.test(own) &&
    /(?:세요|니다)\.$/.test(korean.message) &&
    (korean.help === undefined) === (english.help === undefined) &&
    !/undefined\S|NaN|\[object/.test(own)
  if (!isSaid) throw new Error(`${found.rule}: ${JSON.stringify([english, korean])}`)
}

/** The messages of a file's violations in English. */
export async function messagesIn(source: RecipientSource, options: Options = {}): Promise<readonly string[]> {
  const { violations } = await checkRecipients(source, { variables: [], ...options })
  return violations.map((found) => recipientWording(found, 'en').message)
}
