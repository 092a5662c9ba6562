import type { InboxClientWords } from '../../inbox/inbox-words.ts'
import type { InboxNews } from '../../inbox/page-data.ts'
import { allIn, around, byId } from '../dom.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Seoul' })

/** Shows the last request that was refused as a whole, until it is dismissed. Returns how to show one. */
export function refusalNotice(): (refusal: InboxNews['refusal']) => void {
  const storageKey = 'friendtalk-dismissed'
  let shown = ''
  byId('refusal-dismiss').addEventListener('click', () => {
    sessionStorage.setItem(storageKey, shown)
    byId('refusal').hidden = true
    byId('list').focus()
  })
  return (refusal) => {
    // Numbers of requests begin anew with a reset: the time tells two of one number apart.
    shown = refusal === undefined ? '' : `${refusal.request} ${refusal.receivedAt}`
    byId('refusal').hidden = refusal === undefined || sessionStorage.getItem(storageKey) === shown
    if (refusal === undefined) return
    byId('refusal-code').textContent = refusal.code
    byId('refusal-time').textContent = clock.format(refusal.receivedAt)
    byId('refusal-text').textContent = `#${refusal.request} ${refusal.path}: ${refusal.description}`
  }
}

type OrderWords = Pick<InboxClientWords, 'takeBack' | 'notOrdered'>

/** Orders faults and takes them back. Returns how to show those that are still to come. */
export function faultOrders(words: OrderWords): (faults: InboxNews['faults']) => void {
  const box = byId('faults')
  const list = byId('ordered-list')
  const address = '/_emulator/faults'

  async function ask(path: string, request: RequestInit): Promise<void> {
    const answer = await fetch(path, request).catch(() => undefined)
    byId('news').textContent = answer?.ok ? '' : words.notOrdered
  }

  box.addEventListener('click', (event) => {
    const rule = around(event, '[data-rule]')?.dataset['rule']
    const id = around(event, '[data-id]')?.dataset['id']
    const headers = { 'content-type': 'application/json' }
    if (rule !== undefined) void ask(address, { method: 'POST', headers, body: rule })
    else if (id !== undefined) void ask(`${address}/${id}`, { method: 'DELETE' })
    else if (around(event, '#take-back')) void ask(address, { method: 'DELETE' })
  })

  return (faults) => {
    const focusedId = document.activeElement?.closest<HTMLElement>('[data-id]')?.dataset['id']
    byId('faults-count').textContent = faults.length > 0 ? String(faults.length) : ''
    byId('ordered').hidden = faults.length === 0
    const entries = faults.map(({ id, name }) => {
      const entry = document.createElement('li')
      const button = document.createElement('button')
      button.type = 'button'
      button.className = 'order is-ordered'
      button.dataset['id'] = String(id)
      button.setAttribute('aria-label', words.takeBack.replace('{name}', name))
      button.textContent = `${name} ×`
      entry.append(button)
      return entry
    })
    list.replaceChildren(...entries)
    if (focusedId === undefined) return
    const same = allIn(list, '[data-id]').find(({ dataset }) => dataset['id'] === focusedId)
    const next = same ?? list.querySelector<HTMLElement>('[data-id]') ?? box.querySelector('summary')
    next?.focus()
  }
}
