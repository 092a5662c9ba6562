import { truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { maxFileBytes } from '../../src/compile.ts'
import { imageLimits } from '../../src/contract/limits.ts'
import { maxBodyBytes } from '../../src/emulator/app.ts'
import { maxFileBytes as maxUploadBytes } from '../../src/emulator/upload.ts'
import { maxYamlBytes } from '../../src/language/yaml.ts'
import { maxHandWrittenBytes, maxWrittenBytes } from '../../src/project/files/read-file.ts'
import { maxRecordBytes } from '../../src/recipients/frames.ts'
import { fileSize } from '../../src/words/phrases.ts'
import { jpegBytes, jpegMetadata } from '../project/image-bytes.ts'
import { tempFolder, type Tree } from '../project/temp-folder.ts'
import { runBeside } from '../cli/run-beside.ts'

const message = (kind: string, body: string, settings = ''): string => `---\nkind: ${kind}\n${settings}---\n\n${body}\n`
const commented = (bytes: number): string => `안녕하세요.\n<!--${' '.repeat(bytes)}-->`

interface Row {
  readonly what: string
  readonly tree: Tree
  /** A file that is made as large as this. */
  readonly large?: { readonly path: string; readonly bytes: number }
  readonly args?: readonly string[]
  readonly en: string
  readonly ko: string
}

const small = { 'a.md': message('ft-text', '안녕하세요.') }
const pictured = { 'a.md': message('ft-image', '![a](a.jpg)\n\n안녕하세요.') }
const list = ['--recipients', 'list.csv']

const rows: readonly Row[] = [
  {
    what: 'a message file',
    tree: { 'a.md': message('ft-text', commented(100 * 1024)) },
    en: 'The file has 100 KB; a message file may have at most 64 KB.',
    ko: '파일이 100 KB입니다. 메시지 파일은 최대 64 KB입니다.',
  },
  {
    what: 'a message file, by one byte',
    tree: small,
    large: { path: 'a.md', bytes: maxFileBytes + 1 },
    en: 'The file has 64.001 KB; a message file may have at most 64 KB.',
    ko: '파일이 64.001 KB입니다. 메시지 파일은 최대 64 KB입니다.',
  },
  {
    what: 'YAML',
    tree: { 'a.md': message('ft-text', '안녕하세요.', `meta: { a: '${'a'.repeat(20_000)}' }\n`) },
    en: 'The YAML has 19.6 KB; at most 16 KB are read.',
    ko: 'YAML이 19.6 KB입니다. 최대 16 KB까지 읽습니다.',
  },
  {
    what: 'an image that the upload does not take',
    tree: { ...pictured, 'a.jpg': jpegBytes({ width: 720, height: 720, metadata: jpegMetadata(640_000) }) },
    en: '"a.jpg" has 641.1 KB; the upload for this kind takes at most 500 KB. Compress it.',
    ko: '"a.jpg" 파일이 641.1 KB입니다. 이 종류는 500 KB까지 올릴 수 있으니 압축하세요.',
  },
  {
    what: 'an image that is not read',
    tree: { ...pictured, 'a.jpg': '' },
    large: { path: 'a.jpg', bytes: 33.5 * 1024 * 1024 },
    en: '"a.jpg" has 33.5 MB; files above 32 MB are not read.',
    ko: '"a.jpg" 파일이 33.5 MB입니다. 32 MB를 넘는 파일은 읽지 않습니다.',
  },
  {
    what: 'a row of recipients',
    tree: { ...small, 'list.csv': `receiver_number\n${'0'.repeat(70_000)}\n` },
    args: list,
    en: 'The row has more than 64 KB; no recipient needs so much.',
    ko: '행이 64 KB를 넘습니다. 수신자 한 명에 이만큼은 필요하지 않습니다.',
  },
  {
    what: 'a quote that is not closed',
    tree: { ...small, 'list.csv': `receiver_number\n"01012345678\n` },
    args: list,
    en: 'A row may have at most 64 KB.',
    ko: '한 행은 최대 64 KB입니다.',
  },
  {
    what: 'a configuration',
    tree: { ...small, 'friendtalk.config.json': '' },
    large: { path: 'friendtalk.config.json', bytes: 2 * 1024 * 1024 },
    en: 'friendtalk.config.json: is larger than the 1 MB that are read.',
    ko: 'friendtalk.config.json: 너무 큽니다. 1 MB까지만 읽습니다.',
  },
]

describe('the size of', () => {
  it.each(rows)('$what is said in KB and MB', async ({ tree, large, args = [], en, ko }) => {
    const cwd = tempFolder(tree)
    if (large) truncateSync(join(cwd, large.path), large.bytes)
    for (const [lang, said] of Object.entries({ en, ko })) {
      const { stdout, stderr } = await runBeside(['lint', 'a.md', ...args, '--lang', lang], { cwd })
      expect(stdout + stderr).toContain(said)
    }
  })
})

describe('a size beside its limit', () => {
  it.each([
    [499_999, '500 KB', '499.999 KB'],
    [500_001, '500 KB', '500.001 KB'],
    [500_049, '500 KB', '500.05 KB'],
    [500_154, '500 KB', '500.2 KB'],
    [999_960, '500 KB', '1 MB'],
    [150, '500 KB', '150 B'],
    [1_048_577, '1 MB', '1.000001 MB'],
    [5 * 1024 ** 3, '32 MB', '5 GB'],
  ])('of %d bytes differs from %s: %s', (bytes, limit, size) => {
    const maxBytes = { '500 KB': 500_000, '1 MB': 1024 ** 2, '32 MB': 32 * 1024 ** 2 }[limit] ?? 0
    expect([fileSize(bytes, maxBytes), fileSize(maxBytes)]).toEqual([size, limit])
  })

  it('is round for every limit', () => {
    const uploads = Object.values(imageLimits).map((limit) => limit.maxBytes)
    const own = [maxFileBytes, maxYamlBytes, maxRecordBytes, maxHandWrittenBytes, maxWrittenBytes]
    for (const bytes of [...uploads, ...own, maxBodyBytes, maxUploadBytes])
      expect(fileSize(bytes)).toMatch(/^\d+ [KM]B$/)
  })
})
