import { describe, expect, it } from 'vitest'
import { quickFixes } from '../../src/editor/actions.ts'
import { hoverAt } from '../../src/editor/hover.ts'
import { type EditorContext, MessageText } from '../../src/editor/message-text.ts'
import { edited } from '../../src/rules/edits.ts'
import { anyImage, compileSource } from '../compile-source.ts'

const context: EditorContext = {
  lang: 'en',
  readings: { bytes: 'euc-kr', characters: 'utf-16' },
  senders: [],
  path: 'message.md',
  image: anyImage,
  list: () => [],
  plugins: [],
  rule: () => undefined,
  lint: (source) => compileSource(source, { image: anyImage }).diagnostics,
}

describe('a rule is suppressed above its line', () => {
  it.each([
    ['variable-unused', '---\nkind: ft-text\nvars:\n', '  나: { max: 3 }\n---\n\n안녕\n', '  # '],
    ['trailing-space', '---\nkind: ft-text\n---\n\n', '안녕  \n', '<!-- '],
  ])('%s of %j before %j', (rule, before, line, opening) => {
    const text = new MessageText(before + line, context)
    const diagnostics = context.lint(text.source)
    const fixes = quickFixes(text, { diagnostics, at: { start: 0, end: text.source.length } }, context)
    const fix = fixes.find(({ title }) => title.startsWith(`Suppress ${rule}`))
    const after = fix && edited(text.source, fix.edits)
    expect(after?.slice(before.length)).toMatch(new RegExp(`^${opening}friendtalk-disable-next-line ${rule} `))
    expect(context.lint(after ?? text.source).map((one) => one.rule)).not.toContain(rule)
  })
})

it('of several limits a hover shows the one that is met first', () => {
  const source = '---\nkind: ft-carousel-feed\n---\n\n## 가\n\n![](a.png)\n\n나\n\n- [둘러보기](https://a.kr)\n'
  const found = hoverAt(new MessageText(source, context), { offset: source.indexOf('둘러'), diagnostics: [] }, context)
  expect(found?.markdown).toMatch(/8 bytes[^]*\| 8 \| 8 \|/)
})
