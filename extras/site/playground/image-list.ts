import type { Say } from '../../../src/words/language.ts'
import { button, hint, make, section } from './elements.ts'
import { type ImageShelf, nameIn } from './images.ts'

interface ImageEvents {
  readonly onInsert: (name: string) => void
  readonly onRemove: (name: string) => void
}

/** Makes the list of the images of the message and of those that were added. */
export function imageList(say: Say, shelf: ImageShelf, events: ImageEvents) {
  const list = make('ul', { class: 'pg-images' })
  const state = (text: string): HTMLElement => make('span', { class: 'pg-state' }, text)
  const remover = (name: string): HTMLElement =>
    button('×', () => events.onRemove(name), { 'aria-label': say(`Remove ${name}`, `${name} 빼기`) })
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
      hint(
        say(
          'Drop images anywhere on this page. Each belongs to the path with its file name.',
          '이미지 파일을 이 페이지에 끌어다 놓으세요. 파일 이름이 같은 경로에 연결됩니다.',
        ),
      ),
      list,
    ),
    show(paths: readonly string[]): void {
      const wanted = paths.map((path) => {
        const image = shelf.of(path)
        const known = image === undefined ? 'missing' : image.lookup.type === 'found' ? 'found' : 'wrong'
        const parts = [make('code', {}, path), state(states[known]), ...(image ? [remover(image.name)] : [])]
        return make('li', { class: `is-${known}` }, ...parts)
      })
      const names = new Set(paths.map(nameIn))
      const unused = shelf.all.flatMap(({ name }) => {
        if (names.has(name)) return []
        const insert = button(say(`Insert ${name}`, `${name} 본문에 넣기`), () => events.onInsert(name))
        return [make('li', {}, make('code', {}, name), state(states.unused), insert, remover(name))]
      })
      list.replaceChildren(...wanted, ...unused)
    },
  }
}
