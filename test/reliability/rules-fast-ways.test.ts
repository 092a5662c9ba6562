import { describe, expect, it } from 'vitest'
import { type CompileResult, compile } from '../../src/compile.ts'

function compiled(body: string): CompileResult {
  return compile(`---\nkind: ft-text\n---\n${body}\n`, { path: 'messages/a.md', image: () => ({ type: 'not-found' }) })
}

function rulesOf({ diagnostics }: CompileResult): readonly string[] {
  return diagnostics.map(({ rule }) => rule)
}

// Rules tell by a quick look that most messages have nothing for them: it must not overlook the others.
describe('a quick look', () => {
  const key = '0123456789abcdef0123456789abcdef01234567'

  it('finds a sender key wherever it stands', () => {
    for (let before = 0; before < 90; before++) {
      const found = compiled(`${'가'.repeat(before)}\n${key}\n${'나'.repeat(90)}`)
      expect(rulesOf(found), `behind ${before} characters`).toContain('secret-in-message')
    }
    expect(rulesOf(compiled(key.slice(1)))).not.toContain('secret-in-message')
  })

  it.each(['a', '가', '%22', '😀'])('weighs an attachment as its JSON does, with links of %s', (piece) => {
    const verdicts = new Set<boolean>()
    for (let length = 100; length <= 4000; length += 130) {
      const link = `https://example.com/${piece.repeat(length / piece.length)}`
      const result = compiled(`안녕하세요.\n\n- ["첫째" \\\\](${link})\n- [둘째](https://example.com)`)
      const payload = result.template?.payload as { readonly attachment?: unknown } | undefined
      const bytes = Buffer.byteLength(JSON.stringify(payload?.attachment ?? null))
      const isReported = rulesOf(result).includes('payload-heavy')
      verdicts.add(isReported)
      expect(isReported, `${bytes} bytes`).toBe(bytes > 4000)
    }
    expect(verdicts.size).toBe(2)
  })
})
