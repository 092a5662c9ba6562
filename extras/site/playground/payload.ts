import type { Span } from '../../../src/diagnostic.ts'
import type { Sketch } from '../../../src/sketch.ts'
import { jsonLines } from '../../../src/web/preview/code-view.ts'
import { button, make, moveFocus, section } from './elements.ts'
import type { PlaygroundWords } from './words.ts'

interface PayloadEvents {
  /** Somebody looks at a line that comes from here; undefined when nobody does any more. */
  readonly onLook: (span: Span | undefined) => void
  readonly onSelect: (span: Span) => void
  readonly announce: (text: string) => void
}

/** The payload, each line linked to where it comes from. */
export interface PayloadPanel {
  readonly element: HTMLElement
  readonly show: (sketch: Sketch | undefined, options: { readonly isWhole: boolean }) => void
  /** Marks the line that comes from an offset of the source, and shows it where it is out of sight and `scroll` is set. */
  readonly markAt: (offset: number, options?: { readonly scroll: boolean }) => void
}

export function payloadPanel(words: PlaygroundWords, { onLook, onSelect, announce }: PayloadEvents): PayloadPanel {
  const code = make('pre', { class: 'pg-json', 'data-payload': true })
  const part = make('p', { class: 'pg-note', hidden: true }, words.payloadPart)
  const copy = button(words.copy, () => {
    navigator.clipboard.writeText(code.textContent).then(
      () => announce(words.copied),
      () => getSelection()?.selectAllChildren(code),
    )
  })
  let current: Sketch | undefined
  let marked: HTMLElement | undefined
  const lines = (): HTMLElement[] => [...code.querySelectorAll<HTMLElement>('button')]
  const spanOf = (target: EventTarget | null): Span | undefined => {
    const pointer =
      target instanceof Element ? target.closest<HTMLElement>('[data-pointer]')?.dataset['pointer'] : undefined
    return pointer === undefined ? undefined : current?.map.get(pointer)
  }
  code.addEventListener('mouseover', ({ target }) => onLook(spanOf(target)))
  code.addEventListener('mouseleave', () => onLook(undefined))
  code.addEventListener('focusin', ({ target }) => onLook(spanOf(target)))
  code.addEventListener('focusout', () => onLook(undefined))
  code.addEventListener('keydown', (event) => void moveFocus(event, lines()))
  code.addEventListener('click', ({ target }) => {
    const span = spanOf(target)
    if (span) onSelect(span)
  })
  return {
    element: section('payload', words.payload, copy, make('p', { class: 'pg-hint' }, words.payloadHint), part, code),
    show(sketch, { isWhole }) {
      current = sketch
      part.hidden = isWhole
      const all = sketch === undefined ? [] : jsonLines(sketch.template.payload)
      const shown = all.map(({ text, pointer, isLeaf }, index) => {
        const end = index < all.length - 1 ? '\n' : ''
        const isLinked = isLeaf && sketch?.map.has(pointer)
        const line = isLinked
          ? make('button', { type: 'button', tabindex: -1, 'data-pointer': pointer }, text)
          : make('span', {}, text)
        return [line, end]
      })
      code.replaceChildren(...shown.flat())
      const [first] = lines()
      if (first) first.tabIndex = 0
    },
    markAt(offset, { scroll } = { scroll: false }) {
      const around = lines().flatMap((line) => {
        const span = spanOf(line)
        return span && span.start <= offset && offset <= span.end ? [{ line, length: span.end - span.start }] : []
      })
      const [nearest] = around.toSorted((a, b) => a.length - b.length)
      if (marked === nearest?.line) return
      marked?.classList.remove('is-linked')
      marked = nearest?.line
      if (marked === undefined) return
      marked.classList.add('is-linked')
      // To ask where a line stands takes as long as to check the message: never while somebody types.
      if (!scroll) return
      const top = marked.offsetTop - code.offsetTop
      if (top < code.scrollTop || top > code.scrollTop + code.clientHeight - 30) code.scrollTop = top - 60
    },
  }
}
