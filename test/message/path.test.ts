import { posix } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { folderOf, pathFrom, pathTo } from '../../src/message/path.ts'

const name = fc.constantFrom('a', 'b', '사진', '.', '..', '', 'c.png')
const typed = fc.array(name, { maxLength: 6 }).map((names) => names.join('/'))
const inside = fc
  .array(fc.constantFrom('a', 'b', '사진'), { minLength: 1, maxLength: 4 })
  .map((names) => names.join('/'))

test('paths are joined and compared as those of Node.js are', () => {
  fc.assert(
    fc.property(inside, typed, inside, (folder, path, other) => {
      expect(folderOf(folder)).toBe(posix.dirname(folder))
      expect(pathFrom(folder, path)).toBe(posix.join(folder, path))
      expect(pathFrom('.', path)).toBe(posix.join('.', path))
      expect(pathTo(folder, other)).toBe(posix.relative(folder, other))
      expect(pathTo('.', other)).toBe(other)
    }),
  )
})
