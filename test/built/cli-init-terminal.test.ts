import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hasTerminal, keys, type Pty, ptyCli } from '../cli/pty.ts'
import { filesBelow } from '../project/files-below.ts'
import { tempFolder, textMessage } from '../project/temp-folder.ts'

const read = (folder: string, path: string): string => readFileSync(join(folder, path), 'utf8')

describe.skipIf(!hasTerminal)('init on a terminal', () => {
  const steps = ['Which folder?', 'For which messages?', 'In which language']

  /** Answers the first questions and waits for the next. */
  async function answer(pty: Pty, answers: readonly string[]): Promise<void> {
    for (const [index, keyed] of answers.entries()) {
      await pty.untilShows(steps[index] ?? '')
      pty.type(keyed + keys.enter)
    }
    await pty.untilShows(steps[answers.length] ?? 'Next:')
  }

  it.each([80, 120])('asks what the project is to have, in %i columns', async (columns) => {
    const cwd = tempFolder({ file: '' })
    const pty = ptyCli('init', { cwd, columns })
    await pty.untilShows('Which folder?')
    pty.type(`file${keys.enter}`)
    await pty.untilShows('There is a file of this name; name a folder.')
    pty.type(`\b\b\b\b안녕`)
    await answer(pty, ['', '', keys.up])
    expect(await pty.ended()).toBe(0)
    expect(filesBelow(join(cwd, '안녕'))).toHaveLength(27)
    expect(read(cwd, '안녕/README.md')).toMatch(/\p{Script=Hangul}/u)
    expect(pty.screen).toContain('27 files written to 안녕.')
  })

  it('does not ask for what the command line says', async () => {
    const cwd = tempFolder()
    const pty = ptyCli('init there --service friend-talk --lang ko', { cwd })
    expect(await pty.ended()).toBe(0)
    expect(pty.screen).toContain('there에 파일 21개를 썼습니다.')
  })
})

describe.skipIf(!hasTerminal)('the id of a Korean file name on a terminal', () => {
  const other = {
    'friendtalk.config.json': '{ "messages": ["messages/**/*.md"] }',
    'messages/a.md': textMessage('안녕', 'id: spring\n'),
  }

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
