import { expect, it } from 'vitest'
import { columns, type ReportedRelease, reportPage } from '../../src/web/report/report.ts'

it('the parts of a bar stand one behind the other', () => {
  const counts = { delivered: 5, fallback: 0, open: 2, uncertain: 1, failed: 0, rejected: 0, unsent: 2 }
  const release: ReportedRelease = {
    name: 'r1',
    target: 'production',
    state: 'done',
    isTest: false,
    sent: '',
    figures: [],
    messages: [{ id: 'a', counts }],
    failures: [],
  }
  const parts = [...reportPage([release], 'ko', '').matchAll(/<rect class="part-(\w+)" x="(\S+)%" width="(\S+)%"/g)]
  let x = 0
  const expected = columns.flatMap((column) => {
    const [from, width] = [x, counts[column] * 10]
    x += width
    return width === 0 ? [] : [[column, from, width]]
  })
  expect(parts.map(([, column, from, width]) => [column, Number(from), Number(width)])).toEqual(expected)
})
