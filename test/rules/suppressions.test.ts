import { describe, expect, it } from 'vitest'
import { anyImage, compileSource } from '../compile-source.ts'

const markdown = '**가**'
const long = '가'.repeat(1001)
const message = (body: string, settings = ''): string => `---\nkind: ft-text\n${settings}---\n${body}\n`
const found = (source: string): string[] =>
  compileSource(source, { image: anyImage }).diagnostics.map(({ rule, start }) => `${start.line} ${rule}`)

describe('a directive', () => {
  it.each([
    ['the next line of text', message(`<!-- friendtalk-disable-next-line markdown-in-text -- 의도 -->\n${markdown}`)],
    ['the rest of a file', message(`<!-- friendtalk-disable markdown-in-text -- 의도 -->\n가\n${markdown}`)],
    [
      'several rules',
      message(
        `<!-- friendtalk-disable-next-line markdown-in-text, not-nfc -- 의도 -->\n${markdown}${'각'.normalize('NFD')}`,
      ),
    ],
    [
      'a setting',
      message('가', 'vars:\n  # friendtalk-disable-next-line variable-unused -- 곧 씀\n  나: { max: 3 }\n'),
    ],
  ])('suppresses %s', (_, source) => {
    expect(found(source)).toEqual([])
  })

  it.each([
    ['another line', message(`<!-- friendtalk-disable-next-line markdown-in-text -- 의도 -->\n가\n${markdown}`)],
    ['no reason', message(`<!-- friendtalk-disable markdown-in-text -->\n${markdown}`)],
  ])('leaves what stands beside it: %s', (_, source) => {
    const all = found(source)
    expect(all.some((line) => line.endsWith(' markdown-in-text'))).toBe(true)
    expect(all.some((line) => / suppression-/.test(line))).toBe(true)
  })

  it('of a limit keeps the message from being sent', () => {
    const source = message(`<!-- friendtalk-disable-next-line msg-too-long -- 확인함 -->\n${long}`)
    const { diagnostics, suppressed } = compileSource(source, { image: anyImage })
    expect([diagnostics.map(({ rule }) => rule), suppressed.map(({ rule }) => rule)]).toEqual([[], ['msg-too-long']])
  })
})
