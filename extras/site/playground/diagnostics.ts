import type { Diagnostic, TextEdit } from '../../../src/diagnostic.ts'
import type { MessageAction } from '../../../src/editor/actions.ts'
import { button, make } from './elements.ts'
import type { PlaygroundWords } from './words.ts'

/** Of more than these nobody reads the last. */
const maxShown = 100

interface DiagnosticsEvents {
  readonly onSelect: (diagnostic: Diagnostic) => void
  readonly onEdit: (edits: readonly TextEdit[]) => void
  readonly ruleAddress: (rule: string) => string
  readonly actionsOf: (diagnostic: Diagnostic) => Promise<readonly MessageAction[]>
}

/** The list of what is wrong. */
export interface DiagnosticsList {
  readonly element: HTMLElement
  readonly show: (diagnostics: readonly Diagnostic[]) => void
  /** Shows what can be done about the first diagnostic on a line, and moves the focus there. */
  readonly showActionsOn: (line: number) => void
}

export function diagnosticsList(words: PlaygroundWords, events: DiagnosticsEvents): DiagnosticsList {
  const heading = make('h2', { id: 'pg-diagnostics' }, words.diagnostics)
  const count = make('span', { class: 'pg-count' })
  const list = make('ol', { class: 'pg-diagnostics' })
  const nothing = make('p', { class: 'pg-good' }, words.noDiagnostics)
  const more = make('p', { class: 'pg-hint' })
  let shown: readonly Diagnostic[] = []

  const showActions = async (item: HTMLElement, diagnostic: Diagnostic): Promise<void> => {
    const actions = await events.actionsOf(diagnostic)
    item
      .querySelector('.pg-actions')
      ?.replaceChildren(
        ...(actions.length === 0 ? [make('span', { class: 'pg-hint', tabindex: -1 }, words.nothingMore)] : []),
        ...actions.map(({ title, edits }) => button(title, () => events.onEdit(edits))),
      )
    item.querySelector<HTMLElement>('.pg-actions > *')?.focus()
  }

  const itemOf = (diagnostic: Diagnostic): HTMLElement => {
    const { rule, severity, message, help, start, fix } = diagnostic
    const text = make(
      'button',
      { type: 'button', class: 'pg-diagnostic-text' },
      make('span', { class: 'pg-hidden' }, `${words.severities[severity]}: `),
      make('strong', {}, message),
      ...(help === undefined ? [] : [make('span', { class: 'pg-help' }, help)]),
      make('span', { class: 'pg-place' }, words.line(start.line, start.column)),
    )
    text.addEventListener('click', () => events.onSelect(diagnostic))
    const fixButton =
      fix &&
      button(words.fix, () => events.onEdit(fix.edits), {
        'aria-label': `${words.fix} ${rule}`,
        ...(fix.safe ? {} : { title: words.unsafeFix }),
      })
    const item: HTMLLIElement = make(
      'li',
      { class: `pg-diagnostic is-${severity}`, 'data-diagnostic': true, 'data-rule': rule, 'data-line': start.line },
      text,
      make(
        'div',
        { class: 'pg-actions' },
        ...(fixButton ? [fixButton] : []),
        button(words.more, () => void showActions(item, diagnostic), { 'aria-label': `${words.more} ${rule}` }),
      ),
      make('a', { href: events.ruleAddress(rule), target: '_blank', rel: 'noopener', title: words.ruleOf(rule) }, rule),
    )
    return item
  }

  return {
    element: make(
      'section',
      { class: 'pg-section', 'aria-labelledby': 'pg-diagnostics' },
      make('div', { class: 'pg-top' }, heading, count),
      nothing,
      list,
      more,
    ),
    show(diagnostics) {
      shown = diagnostics.slice(0, maxShown)
      const errors = diagnostics.filter(({ severity }) => severity === 'error').length
      count.textContent = words.counts(errors, diagnostics.length - errors)
      nothing.hidden = diagnostics.length > 0
      more.hidden = diagnostics.length <= maxShown
      more.textContent = words.manyMore(diagnostics.length - maxShown)
      list.replaceChildren(...shown.map(itemOf))
    },
    showActionsOn(line) {
      const onLine = shown.findIndex(({ start, end }) => start.line <= line && line <= end.line)
      const item = list.children[onLine]
      const diagnostic = shown[onLine]
      if (item instanceof HTMLElement && diagnostic) void showActions(item, diagnostic)
    },
  }
}
