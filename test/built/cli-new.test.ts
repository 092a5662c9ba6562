import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { starterNames } from '../../src/cli/commands/init/starter-catalog.ts'
import { languages } from '../../src/words/language.ts'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { hasTerminal, keys, ptyCli } from '../cli/pty.ts'
import { runInside } from '../cli/run-inside.ts'

const tree: Tree = { 'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }' }
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

  describe.skipIf(!hasTerminal)('on a terminal', () => {
    const other = { ...tree, 'messages/a.md': textMessage('안녕', 'id: spring\n') }

    it('is a suggestion, and another is taken when it is one and free', async () => {
      const cwd = tempFolder(other)
      const pty = ptyCli('new ft-text messages/봄', { cwd })
      await pty.untilShows('Which id does 봄 get?')
      await pty.untilShows('ft-text')
      pty.type(`${'\b'.repeat(7)}Spring${keys.enter}`)
      await pty.untilShows('An id has 1 to 64')
      pty.type(`${'\b'.repeat(6)}spring${keys.enter}`)
      await pty.untilShows('Another message has the id spring.')
      pty.type(`-sale${keys.enter}`)
      expect(await pty.ended()).toBe(0)
      expect(read(cwd, 'messages/봄.md')).toContain('\nid: spring-sale\n')
    })

    it('is taken as it is with Enter', async () => {
      const cwd = tempFolder(other)
      const pty = ptyCli('new ft-text messages/봄', { cwd })
      await pty.untilShows('Which id')
      pty.type(keys.enter)
      expect(await pty.ended()).toBe(0)
      expect(read(cwd, 'messages/봄.md')).toContain('\nid: ft-text\n')
    })

    it('leaves nothing behind at Ctrl-C', async () => {
      const cwd = tempFolder(other)
      const pty = ptyCli('new ft-text messages/봄', { cwd })
      await pty.untilShows('Which id')
      pty.type(keys.interrupt)
      expect(await pty.ended()).toBe(130)
      expect(pty.screen).toContain('Cancelled; nothing was written.')
      expect(readdirSync(join(cwd, 'messages'))).toEqual(['a.md'])
    })

    it('is not asked for where the file is spelled like it', async () => {
      const pty = ptyCli('new ft-text "messages/Spring Sale"', { cwd: tempFolder(other) })
      expect(await pty.ended()).toBe(0)
      expect(pty.screen).toContain('with the id spring-sale.')
    })
  })
})
