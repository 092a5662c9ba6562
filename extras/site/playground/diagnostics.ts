import type { Diagnostic, TextEdit } from '../../../src/diagnostic.ts'
import type { MessageAction } from '../../../src/editor/actions.ts'
import type { Say } from '../../../src/words/language.ts'
import { button, hint, make } from './elements.ts'

/** Longer lists are cut, because nobody reads their end. */
const maxShown = 100

interface DiagnosticsEvents {
  readonly onSelect: (diagnostic: Diagnostic) => void
  readonly onEdit: (edits: readonly TextEdit[]) => void
  readonly ruleAddress: (rule: string) => string
  readonly actionsOf: (diagnostic: Diagnostic) => Promise<readonly MessageAction[]>
}

export function countsIn(diagnostics: readonly Diagnostic[], say: Say): string {
  const errors = diagnostics.filter(({ severity }) => severity === 'error').length
  const warnings = diagnostics.length - errors
  if (diagnostics.length === 0) return say('No errors, no warnings', '오류와 경고 없음')
  return say(
    `${errors} ${errors === 1 ? 'error' : 'errors'}, ${warnings} ${warnings === 1 ? 'warning' : 'warnings'}`,
    `오류 ${errors}개, 경고 ${warnings}개`,
  )
}

export function placeText({ line, column }: Diagnostic['start'], say: Say): string {
  return say(`line ${line}, column ${column}`, `${line}줄 ${column}칸`)
}

export function andMore(count: number, say: Say): string {
  return say(`and ${count} more`, `외 ${count}개`)
}

/** Makes the list of what is wrong. */
export function diagnosticsList(say: Say, events: DiagnosticsEvents) {
  const heading = make('h2', { id: 'pg-diagnostics' }, say('Diagnostics', '찾은 문제'))
  const count = make('span', { class: 'pg-count' })
  const list = make('ol', { class: 'pg-diagnostics' })
  const nothing = make(
    'p',
    { class: 'pg-good' },
    say('Nothing to report: the message is in order.', '메시지에는 문제가 없습니다.'),
  )
  const more = hint('')
  const fixLabel = say('Fix', '고치기')
  const moreLabel = say('More…', '다른 방법…')
  let shown: readonly Diagnostic[] = []

  const showActions = async (item: HTMLElement, diagnostic: Diagnostic): Promise<void> => {
    const actions = await events.actionsOf(diagnostic)
    const none = say('Nothing but to change the text', '내용을 직접 고쳐야 합니다')
    const choices =
      actions.length === 0
        ? [make('span', { class: 'pg-hint', tabindex: -1 }, none)]
        : actions.map(({ title, edits }) => button(title, () => events.onEdit(edits)))
    item.querySelector('.pg-actions')?.replaceChildren(...choices)
    item.querySelector<HTMLElement>('.pg-actions > *')?.focus()
  }

  const itemOf = (diagnostic: Diagnostic): HTMLElement => {
    const { rule, severity, message, help, start, fix } = diagnostic
    const text = make(
      'button',
      { type: 'button', class: 'pg-diagnostic-text' },
      make('span', { class: 'pg-hidden' }, `${severity === 'error' ? say('Error', '오류') : say('Warning', '경고')}: `),
      make('strong', {}, message),
      ...(help === undefined ? [] : [make('span', { class: 'pg-help' }, help)]),
      make('span', { class: 'pg-place' }, placeText(start, say)),
    )
    text.addEventListener('click', () => events.onSelect(diagnostic))
    const fixButton =
      fix &&
      button(fixLabel, () => events.onEdit(fix.edits), {
        'aria-label': `${fixLabel} ${rule}`,
        ...(fix.safe ? {} : { title: say('May change what is sent', '발송되는 내용이 달라질 수 있습니다') }),
      })
    const moreButton = button(moreLabel, () => void showActions(item, diagnostic), {
      'aria-label': `${moreLabel} ${rule}`,
    })
    const title = say(`What ${rule} is about, in a new tab`, `${rule} 설명을 새 탭에서 보기`)
    const item: HTMLLIElement = make(
      'li',
      { class: `pg-diagnostic is-${severity}`, 'data-diagnostic': true, 'data-rule': rule, 'data-line': start.line },
      text,
      make('div', { class: 'pg-actions' }, ...(fixButton ? [fixButton] : []), moreButton),
      make('a', { href: events.ruleAddress(rule), target: '_blank', rel: 'noopener', title }, rule),
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
    show(diagnostics: readonly Diagnostic[]): void {
      shown = diagnostics.slice(0, maxShown)
      count.textContent = countsIn(diagnostics, say)
      nothing.hidden = diagnostics.length > 0
      more.hidden = diagnostics.length <= maxShown
      more.textContent = andMore(diagnostics.length - maxShown, say)
      list.replaceChildren(...shown.map(itemOf))
    },
    /** Shows what can be done about the first diagnostic on a line, and moves the focus there. */
    showActionsOn(line: number): void {
      const onLine = shown.findIndex(({ start, end }) => start.line <= line && line <= end.line)
      const item = list.children[onLine]
      const diagnostic = shown[onLine]
      if (item instanceof HTMLElement && diagnostic) void showActions(item, diagnostic)
    },
  }
}
