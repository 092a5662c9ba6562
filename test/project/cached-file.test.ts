import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { defaultConfig } from '../../src/project/config/config.ts'
import {
  batchUnpackerFor,
  CachedFile,
  packBatch,
  packResult,
  unpackerFor,
} from '../../src/project/cache/packed-result.ts'
import { ResultCache } from '../../src/project/cache/result-cache.ts'
import { type CompiledFile, Workspace } from '../../src/project/workspace.ts'
import { pngBytes } from './image-bytes.ts'
import { tempFolder, textMessage } from './temp-folder.ts'

const suppressed = '# friendtalk-disable-next-line header-too-long -- 시험\n'
const root = tempFolder({
  'broken.md': textMessage(`**Hello!** \u202E \\"\n\n- [${'가'.repeat(30)}](https:/example.com)`),
  'image.md': `---\nkind: ft-image\nid: image\nrecipients: b.csv\n---\n![b](a.png)\n![c](gone.png)\n\n${suppressed}안녕 \n`,
  'a.png': pngBytes({ width: 720, height: 720 }),
  'same.md': textMessage('안녕하세요'),
  'same id.md': textMessage('안녕히 가세요').replace('---\n', '---\nid: same\n'),
  'tab\tin name.md': textMessage('**Hello!**'),
  'line\nin name.md': textMessage('**Hello!**'),
})
const paths = ['broken.md', 'image.md', 'line\nin name.md', 'same id.md', 'same.md', 'tab\tin name.md']
const cacheFile = join(tempFolder({}), 'cache')

async function lint(cache?: ResultCache): Promise<{ workspace: Workspace; files: readonly CompiledFile[] }> {
  const options = { lang: 'ko', today: '2026-01-01', templates: 'left out', ...(cache && { cache }) } as const
  const workspace = new Workspace({ root, config: defaultConfig }, options)
  await workspace.updateAll(paths, () => {})
  cache?.save()
  return { workspace, files: workspace.files() }
}

/** What a file says of itself, whether or not it holds it. */
function said({ path, source, id, recipients, images, diagnostics, suppressed: unsaid }: CompiledFile): object {
  return { path, source, id, recipients, images, diagnostics, suppressed: unsaid }
}

beforeAll(async () => {
  // A file that changed just now is not cached by its state: it is later now.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  await lint(new ResultCache(cacheFile, '1'))
})

afterAll(() => {
  vi.useRealTimers()
})

it('says what a file says that was linted', async () => {
  const plain = await lint()
  const cached = await lint(new ResultCache(cacheFile, '1'))
  expect(cached.files.map(said)).toEqual(plain.files.map(said))
  expect(cached.workspace.notableFiles().map(said)).toEqual(plain.workspace.notableFiles().map(said))
  const cachedPaths = paths.filter((path) => cached.workspace.fileAt(path) instanceof CachedFile)
  // What cannot stand in a line is linted again.
  expect(cachedPaths).toEqual(paths.filter((path) => !/[\t\n]/.test(path)))
  expect(cached.files.flatMap(({ diagnostics }) => diagnostics).length).toBeGreaterThan(5)
})

it('is of the version that cached it', async () => {
  const other = await lint(new ResultCache(cacheFile, '2'))
  expect(paths.some((path) => other.workspace.fileAt(path) instanceof CachedFile)).toBe(false)
})

it('says packed, as where many messages are cached, what it says as objects', async () => {
  const { files } = await lint()
  const unpack = unpackerFor({ root, lang: 'ko', plugins: [] })
  for (const file of files) {
    const unpacked = unpack(structuredClone(packResult(file, 'cache')))
    expect(unpacked && said(unpacked)).toEqual(said(file))
  }
})

it('is not packed where a name holds what stands between its parts', async () => {
  const [file] = (await lint()).files
  const unpack = unpackerFor({ root, lang: 'ko', plugins: [] })
  const recipients = { span: { start: 0, end: 1 }, value: 'a\tb.csv' }
  expect(file && unpack(packResult({ ...file, recipients }, 'cache'))).toBeUndefined()
})

it('says in the bytes of its batch, as of very many messages, what it says as objects', async () => {
  const { files } = await lint()
  const odd = {
    ...files[0],
    path: 'odd.md',
    recipients: { span: { start: 0, end: 1 }, value: 'a\tb.csv' },
  } as CompiledFile
  const { packed, rest } = packBatch([odd, ...files])
  const unpacked = batchUnpackerFor({ root, lang: 'ko', plugins: [] })(
    structuredClone(packed, { transfer: [packed.bytes.buffer] }),
  )
  expect(rest).toEqual([odd])
  expect(unpacked.map(said)).toEqual(files.map(said))
})
