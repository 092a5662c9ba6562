import type { ChosenView, EditOutcome, FixOutcome, FixWish } from '../../preview/page-data.ts'
import type { ClientWords } from '../../preview/page-words.ts'
import { around, byId } from '../dom.ts'

const headers = { 'content-type': 'application/json' }

interface ActionOptions {
  readonly words: Pick<ClientWords, 'fixed' | 'fixChanged' | 'fixUnwritable' | 'edited' | 'editFailed'>
  /** The message that is shown. */
  readonly shown: () => ChosenView | undefined
}

/** Lets the buttons beside diagnostics make fixes and open an editor, and says what came of it. */
export function diagnosticActions({ words, shown }: ActionOptions): void {
  const said: { readonly [O in FixOutcome | EditOutcome]: string } = {
    fixed: words.fixed,
    changed: words.fixChanged,
    unwritable: words.fixUnwritable,
    opened: words.edited,
    failed: words.editFailed,
  }

  async function act(button: HTMLElement, { dataset }: HTMLElement): Promise<void> {
    const view = shown()
    if (view === undefined) return
    const { path } = view.row
    const isFix = button.dataset['do'] === 'fix'
    const fix: FixWish = {
      path,
      version: view.version,
      index: Number(dataset['index']),
      rule: dataset['rule'] ?? '',
    }
    const place = { path, line: Number(dataset['line']), column: Number(dataset['column']) }
    const answer = await fetch(isFix ? '/fix' : '/edit', {
      method: 'POST',
      headers,
      body: JSON.stringify(isFix ? fix : place),
    }).catch(() => undefined)
    const { outcome } = answer?.ok
      ? ((await answer.json()) as { readonly outcome: FixOutcome | EditOutcome })
      : { outcome: isFix ? ('unwritable' as const) : ('failed' as const) }
    tell(button, said[outcome])
  }

  /** Says beside a button what came of it, and to a screen reader. */
  function tell(button: HTMLElement, text: string): void {
    byId('news').textContent = text
    const more = button.closest('.diagnostic-more')
    const place = more?.querySelector('.outcome') ?? document.createElement('span')
    place.className = 'outcome'
    place.textContent = text
    more?.append(place)
  }

  byId('panel-check').addEventListener('click', (event) => {
    const button = around(event, '[data-do]')
    const diagnostic = around(event, '.diagnostic')
    if (button && diagnostic) void act(button, diagnostic)
  })
}
