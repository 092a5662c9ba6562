import { wordAll } from '../compile.ts'
import type { Diagnostic } from '../diagnostic.ts'
import { checkRecipients } from '../recipients/check-recipients.ts'
import type { Recipient } from '../recipients/recipient.ts'
import type { Readings } from '../rules/rule.ts'
import type { CompiledTemplate } from '../template.ts'
import type { Language } from '../words/language.ts'

/** Recipients as they were typed or pasted. */
export interface PastedRecipients {
  /** Rows of a spreadsheet (cells divided by tabs), CSV, or one JSON object on each line. */
  readonly text: string
  /** The message file that the template was compiled from. */
  readonly source: string
  readonly lang?: Language
  /** The strictest readings when absent. */
  readonly readings?: Readings
}

/** The result of checking recipients. */
export interface CheckedRows {
  /** About the message: whose values do not fit. */
  readonly message: readonly Diagnostic[]
  /** About the recipients; their places are in `text`. */
  readonly recipients: readonly Diagnostic[]
  /** The rows that are in order by themselves. */
  readonly rows: readonly Recipient[]
  /** The text that was checked: as given, or as CSV if it came from a spreadsheet. */
  readonly text: string
}

/** Checks recipients as `lint --recipients` does: each of them, and the message with the values of each. */
export async function checkPasted(template: CompiledTemplate, pasted: PastedRecipients): Promise<CheckedRows> {
  const { source, lang = 'en', readings = { bytes: 'utf-8', characters: 'utf-16' } } = pasted
  const isJson = /^\s*\{/.test(pasted.text)
  const text = isJson ? pasted.text : withCommas(pasted.text)
  const rows: Recipient[] = []
  const { violations, diagnostics } = await checkRecipients(
    template,
    {
      source,
      readings,
      lang,
      onRecipients(some) {
        for (const one of some) rows.push(one)
        return Promise.resolve()
      },
    },
    {
      path: isJson ? 'recipients.ndjson' : 'recipients.csv',
      async *open() {
        yield new TextEncoder().encode(text)
      },
      text: () => text,
    },
  )
  return { message: wordAll(violations, source, { path: template.source, lang }), recipients: diagnostics, rows, text }
}

/** The cells that a spreadsheet puts on the clipboard as CSV; any other text as it is. */
function withCommas(text: string): string {
  const [header = ''] = text.split(/[\r\n]/, 1)
  if (!header.includes('\t') || header.includes(',')) return text
  // A cell with a tab, a quote or a line break stands in quotes; whatever else it has, it may stand so in CSV.
  return text.replaceAll(/("(?:[^"]|"")*"|[^\t\r\n]*)(\t|\r\n|\r|\n|$)/g, (_, cell: string, end: string) => {
    const isPlain = cell.startsWith('"') || !/[",]/.test(cell)
    return `${isPlain ? cell : `"${cell.replaceAll('"', '""')}"`}${end === '\t' ? ',' : end}`
  })
}
