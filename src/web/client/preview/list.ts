import { countTexts, type PreviewNews, type PreviewRow } from '../../preview/page-data.ts'
import { kindFacts } from '../../../contract/kinds.ts'
import { allIn, byId, lang, replaceContent, say, searchAtSlash, textPart, walkList } from '../dom.ts'

const collator = new Intl.Collator('ko', { numeric: true })

/** Returns what a kind is called. */
export function kindName(kind: PreviewRow['kind']): string {
  return kind === undefined ? say('Kind unknown', '종류를 알 수 없음') : kindFacts[kind].name[lang]
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')))
}

/** Orders paths as people do: a folder after what stands beside it, and c2 before c10. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [folderOf(a).split('/'), folderOf(b).split('/')]
  for (let index = 0; index < Math.min(left.length, right.length); index++) {
    const order = collator.compare(left[index] ?? '', right[index] ?? '')
    if (order !== 0) return order
  }
  return left.length - right.length || collator.compare(a, b) || (a < b ? -1 : 1)
}

/**
 * Shows, searches and walks through the list of messages.
 *
 * @param open opens a message, and gives it the focus if it was entered
 */
export function listPart(open: (path: string, isEntered: boolean) => void) {
  const list = byId('list')
  const search = byId('search', HTMLInputElement)
  const status = byId('status', HTMLSelectElement)
  const elements = new Map<string, HTMLElement>()
  const folders = new Map<string, HTMLElement>()
  const rows = new Map<string, PreviewRow>()
  let selected = ''

  const fits = ({ title, path, kind, errors, warnings }: PreviewRow): boolean => {
    if (search.value === '' && status.value === '') return true
    const text = `${title}\n${path}\n${kind ?? ''} ${kindName(kind)}`.toLowerCase().normalize('NFC')
    const terms = search.value.toLowerCase().normalize('NFC').split(/\s+/)
    const isShown = status.value === '' || errors > 0 || (status.value === 'warnings' && warnings > 0)
    return isShown && terms.every((term) => text.includes(term))
  }

  function badge(row: PreviewRow): HTMLElement {
    const { errors, warnings } = row
    const count = errors > 0 ? errors : warnings
    const element = textPart('row-badge', count > 0 ? String(count) : '')
    const text = countTexts(row, say).join(', ') || say('Nothing to report', '문제 없음')
    element.classList.add(errors > 0 ? 'is-error' : warnings > 0 ? 'is-warning' : 'is-clean')
    element.setAttribute('title', text)
    element.append(textPart('hidden', ` ${text}`))
    return element
  }

  function draw(row: PreviewRow): HTMLElement {
    const element = elements.get(row.path) ?? document.createElement('div')
    element.className = `row kind-${row.kind?.replace(/^[a-z]+-/, '') ?? 'unknown'}`
    element.setAttribute('role', 'option')
    element.dataset['path'] = row.path
    const kind = kindName(row.kind)
    const folder = folderOf(row.path)
    const name = textPart('row-title', '')
    // The folder stands above the rows already; to a screen reader each row says it.
    if (folder !== '') name.append(textPart('hidden', `${folder}/`))
    name.append(row.path.slice(folder === '' ? 0 : folder.length + 1))
    name.title = row.path
    const about = textPart('row-path', row.title === '' ? kind : `${kind} · ${row.title}`)
    element.replaceChildren(textPart('row-sign', ''), name, badge(row), about)
    element.hidden = !fits(row)
    element.setAttribute('aria-selected', String(row.path === selected))
    return element
  }

  function tally(): void {
    const shown = [...rows.values()].filter(fits).length
    byId('total').textContent = say(`${shown} of ${rows.size}`, `${rows.size}개 중 ${shown}개`)
    for (const folder of folders.values()) folder.hidden = folder.querySelector('.row:not([hidden])') === null
    byId('empty').hidden = shown > 0
    byId('empty').textContent =
      rows.size === 0
        ? say('There is no message.', '메시지가 없습니다.')
        : say('No message fits.', '찾는 메시지가 없습니다.')
  }

  /** Puts the rows in their order, each in the group of its folder. */
  function arrange(): void {
    folders.clear()
    for (const path of [...rows.keys()].toSorted(comparePaths)) {
      const folder = folderOf(path)
      const group = folders.get(folder) ?? groupOf(folder)
      folders.set(folder, group)
      group.append(elements.get(path) ?? '')
    }
    replaceContent(list, folders.values())
  }

  function groupOf(folder: string): HTMLElement {
    const group = document.createElement('div')
    group.className = 'folder'
    group.setAttribute('role', 'group')
    group.setAttribute('aria-label', folder === '' ? '.' : folder)
    const name = textPart('folder-name', `${folder || '.'}/`)
    name.setAttribute('aria-hidden', 'true')
    group.append(name)
    return group
  }

  function take({ rows: news, removed, isAll }: PreviewNews): void {
    const gone = isAll ? [...rows.keys()].filter((path) => !news.some((row) => row.path === path)) : removed
    const isOther = gone.length > 0 || news.some(({ path }) => !rows.has(path))
    for (const path of gone) {
      rows.delete(path)
      elements.delete(path)
    }
    for (const row of news) {
      rows.set(row.path, row)
      elements.set(row.path, draw(row))
    }
    if (isOther) arrange()
    tally()
    select(selected)
  }

  function select(path: string): void {
    const isOther = path !== selected
    elements.get(selected)?.setAttribute('aria-selected', 'false')
    selected = path
    const element = elements.get(path)
    document.getElementById('active-row')?.removeAttribute('id')
    if (element === undefined) {
      list.removeAttribute('aria-activedescendant')
      return
    }
    element.setAttribute('aria-selected', 'true')
    element.id = 'active-row'
    if (isOther) element.scrollIntoView({ block: 'nearest' })
    list.setAttribute('aria-activedescendant', 'active-row')
  }

  const shownPaths = (): string[] =>
    allIn(list, '.row')
      .filter((element) => !element.hidden)
      .map((element) => element.dataset['path'] ?? '')

  walkList(list, {
    keys: shownPaths,
    active: () => selected,
    keyOf: ({ dataset }) => dataset['path'] ?? '',
    select,
    // On a small screen the message would cover the list.
    hasRoom: () => matchMedia('(min-width: 48rem)').matches,
    open,
  })

  const filter = (): void => {
    for (const [path, row] of rows) {
      const element = elements.get(path)
      if (element) element.hidden = !fits(row)
    }
    tally()
  }
  search.addEventListener('input', filter)
  status.addEventListener('change', filter)
  search.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowDown' && event.key !== 'Enter') return
    event.preventDefault()
    list.focus()
    const first = shownPaths()[0]
    if (first !== undefined) open(first, false)
  })
  searchAtSlash(search)

  return {
    take,
    has: (path: string) => rows.has(path),
    select,
    first: () => shownPaths()[0],
    focus: () => list.focus(),
  }
}
