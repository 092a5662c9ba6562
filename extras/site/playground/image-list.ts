import type { Say } from '../../../src/words/language.ts'
import { button, make, section } from './elements.ts'
import { type ImageShelf, nameIn } from './images.ts'

interface ImageEvents {
  readonly onInsert: (name: string) => void
  readonly onRemove: (name: string) => void
}

/** The images of the message and those that were added. */
export interface ImageList {
  readonly element: HTMLElement
  readonly show: (paths: readonly string[]) => void
}

export function imageList(say: Say, shelf: ImageShelf, events: ImageEvents): ImageList {
  const list = make('ul', { class: 'pg-images' })
  const removeLabel = (name: string): string => say(`Remove ${name}`, `${name} 빼기`)
  const states = {
    found: say('there', '추가됨'),
    missing: say('not added yet', '아직 없음'),
    wrong: say('cannot be used', '쓸 수 없음'),
    unused: say('no path of the message', '메시지에 경로 없음'),
  }
  return {
    element: section(
      'images',
      say('Images', '이미지'),
      make(
        'p',
        { class: 'pg-hint' },
        say(
          'Drop images anywhere on this page. Each belongs to the path with its file name.',
          '이미지 파일을 이 페이지에 끌어다 놓으세요. 파일 이름이 같은 경로에 연결됩니다.',
        ),
      ),
      list,
    ),
    show(paths) {
      const wanted = paths.map((path) => {
        const image = shelf.of(path)
        const state = image === undefined ? 'missing' : image.lookup.type === 'found' ? 'found' : 'wrong'
        return make(
          'li',
          { class: `is-${state}` },
          make('code', {}, path),
          make('span', { class: 'pg-state' }, states[state]),
          ...(image === undefined
            ? []
            : [button('×', () => events.onRemove(image.name), { 'aria-label': removeLabel(image.name) })]),
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
            make('span', { class: 'pg-state' }, states.unused),
            button(say(`Insert ${name}`, `${name} 본문에 넣기`), () => events.onInsert(name)),
            button('×', () => events.onRemove(name), { 'aria-label': removeLabel(name) }),
          ),
        )
      list.replaceChildren(...wanted, ...unused)
    },
  }
}
