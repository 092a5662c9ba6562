import type { CheckedRows } from '../../../src/browser/pasted-recipients.ts'
import type { VariableValues } from '../../../src/message/render.ts'
import type { CompiledTemplate } from '../../../src/template.ts'
import type { Language } from '../../../src/words/language.ts'
import { button, make, section } from './elements.ts'
import { playgroundWords } from './words.ts'

/** Of more diagnostics than these nobody reads the last. */
const maxShown = 20

/** The message that recipients are checked against. */
interface Subject {
  readonly template: CompiledTemplate | undefined
  readonly source: string
}

/** Recipients that somebody pastes; nothing but this panel ever holds them. */
export interface RecipientsPanel {
  readonly element: HTMLElement
  /** Checks them again: the message is another one. */
  readonly show: (subject: Subject) => void
}

export function recipientsPanel(
  lang: Language,
  onRecipient: (values: VariableValues | undefined) => void,
): RecipientsPanel {
  const words = playgroundWords[lang]
  const field = make('textarea', {
    id: 'pg-rows',
    rows: 4,
    autocomplete: 'off',
    spellcheck: 'false',
    placeholder: words.recipientsExample,
  })
  const said = make('p', { role: 'status' })
  const list = make('ul', { class: 'pg-row-diagnostics' })
  const label = make('span', { class: 'pg-row' })
  const steps = make(
    'div',
    { class: 'pg-steps', hidden: true },
    button(words.previous, () => step(-1)),
    label,
    button(words.next, () => step(1)),
  )
  let subject: Subject = { template: undefined, source: '' }
  let checked: CheckedRows | undefined
  let at = 0
  /** Counts the checks: what an earlier one finds late is of no use. */
  let round = 0

  const step = (by: number): void => {
    const rows = checked?.rows ?? []
    at = Math.min(Math.max(at + by, 0), rows.length - 1)
    const row = rows[at]
    steps.hidden = row === undefined
    if (row !== undefined) label.textContent = words.recipientAt(at + 1, rows.length, row.receiver_number)
    onRecipient(row && Object.fromEntries(row.values))
  }
  const check = async (): Promise<void> => {
    const mine = ++round
    const { template, source } = subject
    const text = field.value
    if (text.trim() === '' || template === undefined) {
      said.textContent = text.trim() === '' ? '' : words.recipientsNeedMessage
      list.replaceChildren()
      if (text.trim() === '' && checked !== undefined) {
        checked = undefined
        at = 0
        step(0)
      }
      return
    }
    const { checkPasted } = await import('../../../src/browser/pasted-recipients.ts')
    const result = await checkPasted(template, { text, source, lang })
    if (mine !== round) return
    checked = result
    const diagnostics = [...result.message, ...result.recipients]
    said.textContent = words.recipientCounts(result.rows.length, diagnostics.length)
    list.replaceChildren(
      ...diagnostics
        .slice(0, maxShown)
        .map(({ message, start, severity }) =>
          make('li', { class: `is-${severity}` }, `${words.line(start.line, start.column)}: ${message}`),
        ),
      ...(diagnostics.length > maxShown ? [make('li', {}, words.manyMore(diagnostics.length - maxShown))] : []),
    )
    step(0)
  }
  const checkSafely = (): void => {
    check().catch(() => (said.textContent = words.recipientsFailed))
  }
  field.addEventListener('input', checkSafely)
  return {
    element: section(
      'recipients',
      words.recipients,
      make('p', { class: 'pg-hint' }, words.recipientsHint),
      make('label', { for: 'pg-rows' }, words.recipientsField),
      field,
      button(words.clear, () => {
        field.value = ''
        checkSafely()
      }),
      said,
      list,
      steps,
    ),
    show(next) {
      if (next.source === subject.source && next.template === subject.template) return
      subject = next
      if (field.value.trim() !== '') checkSafely()
    },
  }
}
