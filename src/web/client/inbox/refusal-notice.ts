import type { InboxNews } from '../../inbox/page-data.ts'
import { byId } from '../dom.ts'

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
