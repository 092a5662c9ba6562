import remarkParse from 'remark-parse'
import { unified } from 'unified'
import { expect, it } from 'vitest'
import remarkFriendtalk from '../../src/language/processor.ts'

it('a pipeline of unified reads messages as friendtalk does', () => {
  const processor = unified().use(remarkParse).use(remarkFriendtalk)
  const tree = processor.parse('~~~~~~\n**가** <NEW>\n> 나\n\n- [다](https://a.kr "https://b.kr")\n\n# 라\n')
  expect(tree.children.map(({ type }) => type)).toEqual(['paragraph', 'paragraph', 'heading'])
  const [text, button] = tree.children
  expect(text).toMatchObject({ children: [{ type: 'text', value: '~~~~~~\n**가** <NEW>\n> 나' }] })
  expect(button).toMatchObject({
    children: [{ type: 'text' }, { type: 'link', url: 'https://a.kr', title: 'https://b.kr' }],
  })
})
