import { button, make, section } from './elements.ts'
import { type ImageShelf, nameIn } from './images.ts'
import type { PlaygroundWords } from './words.ts'

interface ImageEvents {
  readonly onInsert: (name: string) => void
  readonly onRemove: (name: string) => void
}

/** The images of the message and those that were added. */
export interface ImageList {
  readonly element: HTMLElement
  readonly show: (paths: readonly string[]) => void
}

export function imageList(words: PlaygroundWords, shelf: ImageShelf, events: ImageEvents): ImageList {
  const list = make('ul', { class: 'pg-images' })
  return {
    element: section('images', words.images, make('p', { class: 'pg-hint' }, words.imagesHint), list),
    show(paths) {
      const wanted = paths.map((path) => {
        const image = shelf.of(path)
        const state = image === undefined ? 'missing' : image.lookup.type === 'found' ? 'found' : 'wrong'
        return make(
          'li',
          { class: `is-${state}` },
          make('code', {}, path),
          make('span', { class: 'pg-state' }, words.imageStates[state]),
          ...(image === undefined
            ? []
            : [button('×', () => events.onRemove(image.name), { 'aria-label': words.removeImage(image.name) })]),
        )
      })
      const names = new Set(paths.map(nameIn))
      const unused = shelf.all
        .filter(({ name }) => !names.has(name))
        .map(({ name }) =>
          make(
            'li',
            {},
            make('code', {}, name),
            make('span', { class: 'pg-state' }, words.imageStates.unused),
            button(words.insertImage(name), () => events.onInsert(name)),
            button('×', () => events.onRemove(name), { 'aria-label': words.removeImage(name) }),
          ),
        )
      list.replaceChildren(...wanted, ...unused)
    },
  }
}
