import { allIn, around, byId } from '../dom.ts'
import type { StagePart } from './stage.ts'

/** The tabs beside the phone and the source below them. */
export interface PanelPart {
  openTab(name: string): void
  /** Shows the line of a finding and its place in the picture. */
  pick(index: number): void
  /** Says below the field of each variable that its value is too long; empty where it is not. */
  showOverMax(said: readonly string[]): void
}

export interface PanelOptions {
  readonly stage: () => StagePart
  readonly copyWords: { readonly copy: string; readonly copied: string }
  readonly onTab: (name: string) => void
}

/** Tabs, and the ties between picture, payload and source. */
export function panelPart({ stage, copyWords, onTab }: PanelOptions): PanelPart {
  const tabs = byId('tabs')
  const source = byId('source')
  const payload = byId('panel-payload')

  function openTab(name: string): void {
    for (const tab of allIn(tabs, '[role=tab]')) {
      const isOpen = tab.dataset['tab'] === name
      tab.setAttribute('aria-selected', String(isOpen))
      tab.tabIndex = isOpen ? 0 : -1
      byId(`panel-${tab.dataset['tab'] ?? ''}`).hidden = !isOpen
    }
    onTab(name)
  }
  tabs.addEventListener('click', (event) => {
    const name = around(event, '[role=tab]')?.dataset['tab']
    if (name !== undefined) openTab(name)
  })
  tabs.addEventListener('keydown', (event) => {
    const all = allIn(tabs, '[role=tab]').filter((tab) => !tab.hidden)
    const at = all.findIndex((tab) => tab.getAttribute('aria-selected') === 'true')
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % all.length,
      ArrowLeft: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }
    const target = all[targets[event.key] ?? -1]
    if (target === undefined) return
    event.preventDefault()
    openTab(target.dataset['tab'] ?? '')
    target.focus()
  })

  interface Lines {
    readonly from: number
    readonly to: number
  }
  const linesOf = ({ dataset }: HTMLElement): Lines | undefined =>
    dataset['from'] === undefined ? undefined : { from: Number(dataset['from']), to: Number(dataset['to']) }
  const lineElements = ({ from, to }: Lines): HTMLElement[] =>
    allIn(source, '.line').filter((line) => {
      const number = Number(line.dataset['line'])
      return number >= from && number <= to
    })
  const jsonRows = (): HTMLElement[] => allIn(payload, '.json')

  function clear(name: string): void {
    for (const element of document.querySelectorAll(`.${name}`)) element.classList.remove(name)
  }

  /** Scrolls inside the source alone: the page stays where it is. */
  function reveal(line: HTMLElement | undefined): void {
    if (line === undefined) return
    const box = source.getBoundingClientRect()
    const at = line.getBoundingClientRect()
    if (at.top >= box.top && at.bottom <= box.bottom) return
    source.scrollTop += at.top - box.top - box.height / 3
  }

  /** Marks everything that belongs to some values of the payload. */
  function mark(pointers: readonly string[], lines: Lines | undefined): void {
    for (const pointer of pointers) {
      for (const row of jsonRows()) if (row.dataset['pointer'] === pointer) row.classList.add('is-hot')
      stage().elementOf(pointer)?.classList.add('is-hot')
    }
    const marked = lines === undefined ? [] : lineElements(lines)
    for (const line of marked) line.classList.add('is-hot')
  }

  function hover(event: Event): void {
    clear('is-hot')
    const line = around(event, '#lines .line')
    if (line) {
      const number = Number(line.dataset['line'])
      const rows = jsonRows().filter((row) => {
        const lines = linesOf(row)
        return row.matches('.is-leaf') && lines !== undefined && lines.from <= number && number <= lines.to
      })
      mark(
        rows.map((row) => row.dataset['pointer'] ?? ''),
        { from: number, to: number },
      )
      return
    }
    const pointer = around(event, '#json .json, #picture [data-pointer], .meter')?.dataset['pointer']
    if (pointer === undefined || pointer === '') return
    const row = jsonRows().find((one) => one.dataset['pointer'] === pointer)
    const lines = row && linesOf(row)
    mark([pointer], lines)
    if (lines !== undefined) reveal(lineElements(lines)[0])
  }
  const opened = byId('opened')
  opened.addEventListener('mouseover', hover)
  opened.addEventListener('mouseleave', () => clear('is-hot'))

  function pick(index: number): void {
    const finding = allIn(document, '.finding')[index]
    if (finding === undefined) return
    openTab('check')
    clear('is-picked')
    finding.classList.add('is-picked')
    finding.scrollIntoView({ block: 'nearest' })
    const lines = linesOf(finding)
    const marked = lines === undefined ? [] : lineElements(lines)
    for (const line of marked) line.classList.add('is-picked')
    reveal(marked[0])
    const pointer = finding.dataset['pointer']
    const element = pointer === undefined ? undefined : stage().elementOf(pointer)
    element?.classList.add('is-picked')
    element?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }

  byId('panel-check').addEventListener('click', (event) => {
    const finding = around(event, '.finding')
    if (finding) pick(allIn(document, '.finding').indexOf(finding))
  })
  payload.addEventListener('click', (event) => {
    const button = around(event, '#copy')
    // Only pages that the browser trusts may write to the clipboard.
    if (button === null || !isSecureContext) return
    void navigator.clipboard.writeText(byId('json').textContent).then(() => {
      button.textContent = copyWords.copied
      return setTimeout(() => {
        button.textContent = copyWords.copy
      }, 1500)
    })
  })

  function showOverMax(said: readonly string[]): void {
    for (const [index, field] of allIn(byId('panel-values'), '[data-name]').entries()) {
      const text = said[index] ?? ''
      field.setAttribute('aria-invalid', String(text !== ''))
      const element = byId(`${field.id}-over`)
      if (element.textContent !== text) element.textContent = text
    }
  }

  return { openTab, showOverMax, pick }
}
