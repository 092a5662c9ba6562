import { expect, it } from 'vitest'
import { defaultConfig } from '../../src/project/config/config.ts'
import { toTransferred, fromTransferred } from '../../src/project/compile-pool.ts'
import { outputOf } from '../../src/project/files/template-folder.ts'
import { Workspace } from '../../src/project/workspace.ts'
import { tempFolder, textMessage } from './temp-folder.ts'

const root = tempFolder({
  'whole.md': textMessage('안녕하세요! "가나다"\n\n- [보기](https://example.com/a?b=1)'),
  'broken.md': '---\nkind: ft-none\n---\n안녕하세요\n',
  'not.md': '\u0000',
})

it.each(['whole.md', 'broken.md', 'not.md', 'gone.md'])('%s comes out of a thread as it went in', (path) => {
  const workspace = new Workspace({ root, config: defaultConfig }, { lang: 'ko', today: '2026-01-01' })
  const file = workspace.compileFile(path)
  const taken = fromTransferred(structuredClone(toTransferred(file)))
  // Copies of a file have its template too.
  const { output, ...copied } = { ...taken }
  expect(JSON.stringify(copied.template)).toBe(JSON.stringify(file.template))
  expect(copied).toEqual(file)
  expect(taken.template).toBe(taken.template)
  expect(output).toEqual(file.template && outputOf(file.template))
  expect(file.template === undefined).toBe(path !== 'whole.md')
})
