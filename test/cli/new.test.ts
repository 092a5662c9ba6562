import { readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { starterNames } from '../../src/cli/commands/init/starters.ts'
import { languages } from '../../src/words/language.ts'
import { filesBelow } from '../project/files-below.ts'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { runInside } from './run-inside.ts'

const tree: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.{md,markdown}"] }' }
const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')

describe('the templates', () => {
  it.each(['', 'en/'])('are the files of templates/%s, one of each kind', (folder) => {
    const files = readdirSync(new URL(`../../templates/${folder}`, import.meta.url)).filter((name) =>
      name.endsWith('.md'),
    )
    expect(files.map((name) => basename(name, '.md')).toSorted()).toEqual(starterNames.toSorted())
  })

  it('have images below 60 KB, each of them in use', () => {
    const templates = new URL('../../templates/', import.meta.url)
    const sizes = readdirSync(new URL('images/', templates)).map((name) => [
      name,
      statSync(new URL(`images/${name}`, templates)).size < 60_000,
    ])
    const texts = starterNames.map((name) => readFileSync(new URL(`${name}.md`, templates), 'utf8')).join('')
    const used = new Set(Array.from(texts.matchAll(/\(images\/([^)]+)\)/g), ([, name]) => name ?? ''))
    expect(Object.fromEntries(sizes)).toEqual(Object.fromEntries([...used].map((name) => [name, true])))
  })

  it.each(languages)('make messages that lint clean in %s', async (lang) => {
    const cwd = tempFolder(tree)
    for (const name of starterNames) {
      const { code, stdout } = await runInside(['new', name, `messages/${name}`, '--lang', lang], cwd)
      expect({ code, id: read(cwd, `messages/${name}.md`).match(/\nid: (.*)\n/)?.[1] }).toEqual({ code: 0, id: name })
      expect(stdout).toContain(`messages/${name}.md`)
    }
    const lint = await runInside(['lint', '--max-warnings', '0', '--lang', 'en'], cwd)
    expect(lint).toMatchObject({ code: 0, stdout: '✓ 12 messages, nothing to report.\n' })
  })

  it.each(languages)('are listed in %s', async (lang) => {
    const { code, stdout } = await runInside(['new', '--list', '--lang', lang], tempFolder())
    expect(code).toBe(0)
    const listed = Array.from(stdout.matchAll(/^ {2}([a-z-]+) {2,}(\S.*)$/gm), ([, name]) => name)
    expect(listed).toEqual(starterNames)
    expect(/\p{Script=Hangul}/u.test(stdout)).toBe(lang === 'ko')
  })

  it.each([
    [['bm-comerce', 'a'], 'There is no kind "bm-comerce". Did you mean "bm-commerce"?'],
    [['text', 'a'], 'There is no kind "text". Write bm-text or ft-text.'],
    [['쿠폰', 'a'], 'There is no kind "쿠폰".'],
    [['--list', 'bm-text'], 'There are too many arguments for new --list.'],
  ])('are what a name has to be: %j', async (args, says) => {
    const cwd = tempFolder()
    const { code, stdout, stderr } = await runInside(['new', ...args], cwd)
    expect({ code, stdout, files: readdirSync(cwd) }).toEqual({ code: 2, stdout: '', files: [] })
    expect(stderr).toContain(says)
  })
})

describe('the id of a Korean file name', () => {
  it('is the name of the kind, where no person can be asked', async () => {
    const cwd = tempFolder(tree)
    const { code, stdout } = await runInside(['new', 'BM_TEXT', 'messages/봄 세일.md'], cwd)
    expect(code).toBe(0)
    expect(stdout).toContain('is a message with the id bm-text.\n')
    expect(read(cwd, 'messages/봄 세일.md')).toContain('\nid: bm-text\n')
  })

  it('is one that no other message has', async () => {
    const cwd = tempFolder({ ...tree, 'messages/a.md': textMessage('안녕', 'id: ft-text\n') })
    expect((await runInside(['new', 'ft-text', 'messages/봄 세일'], cwd)).stdout).toContain('the id ft-text-2.')
  })
})

describe('new', () => {
  it('makes a message of each kind that lints clean, with an id that is free', async () => {
    const taken = '---\nkind: ft-text\nid: taken\n---\nHello!\n'
    const cwd = tempFolder({ ...tree, 'messages/x.md': taken })
    const rows: readonly { args: string; file: string; id: string; images?: number }[] = [
      { args: 'bm-text messages/sale.md', file: 'messages/sale.md', id: 'sale' },
      { args: 'ft-text messages/sale.v2', file: 'messages/sale.v2.md', id: 'sale.v2' },
      {
        args: 'bm_wide_item_list messages/sub/sale.markdown',
        file: 'messages/sub/sale.markdown',
        id: 'sale-2',
        images: 3,
      },
      { args: 'FT-IMAGE messages/봄', file: 'messages/봄.md', id: 'ft-image', images: 1 },
      { args: 'ft-carousel-feed messages/Taken', file: 'messages/Taken.md', id: 'taken-2', images: 2 },
    ]
    for (const { args, file, id, images = 0 } of rows) {
      const { code, stdout, stderr } = await runInside(['new', ...args.split(' ')], cwd)
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
      expect(read(cwd, file)).toContain(`\nid: ${id}\n`)
      expect(stdout).toContain(`✓ ${file} is a message with the id ${id}.\n`)
      expect(stdout.split('✓')).toHaveLength(2 + images)
      expect(stdout).toMatch(new RegExp(`\nNext: friendtalk lint ${file}\n$`))
    }
    const lint = await runInside(['lint', '--max-warnings', '0'], cwd)
    expect(lint.stdout).toBe('✓ 6 messages, nothing to report.\n')
  })

  it('keeps an image that is there, and tells where the configuration does not select the file', async () => {
    const cwd = tempFolder({ ...tree, 'other/images/cafe-season.jpg': 'mine' })
    const { code, stderr } = await runInside(['new', 'ft-wide', 'other/a.md'], cwd)
    expect(code).toBe(0)
    expect(read(cwd, 'other/images/cafe-season.jpg')).toBe('mine')
    expect(stderr).toBe(
      '! The configuration\'s "messages" do not select other/a.md: add it there, or name it in each command.\n' +
        '! other/images/cafe-season.jpg was there and is left as it is.\n',
    )
  })

  it('needs no project', async () => {
    const cwd = tempFolder()
    const { stdout } = await runInside(['new', 'bm-text', 'hello', '--lang', 'ko'], cwd)
    expect(stdout).toContain('hello.md 메시지를 만들었습니다. id는 hello입니다.')
    expect((await runInside(['lint', 'hello.md', '--max-warnings', '0'], cwd)).code).toBe(0)
  })

  it.each(['messages/a.md', 'messages/a', 'messages', 'gone/', '../a.md', 'link/a.md'])('refuses %s', async (file) => {
    const cwd = tempFolder({ ...tree, 'messages/a.md': 'mine' })
    symlinkSync('..', join(cwd, 'link'))
    const before = filesBelow(cwd)
    expect((await runInside(['new', 'bm-text', file], cwd)).code).toBe(2)
    expect(filesBelow(cwd)).toEqual(before)
  })
})
