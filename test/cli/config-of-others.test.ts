import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder, textMessage, type Tree } from '../project/temp-folder.ts'
import { hasTerminal, keys, type Pty, ptyCli } from './pty.ts'
import { asUser, canBeOthers, isRoot } from './permissions.ts'
import { runCli } from './run-inside.ts'
import { type CliResult, mainFile, startCli } from './run-cli.ts'

const nobody = 65_534

/** It leaves a mark where it is run. */
const program = `
import { writeFileSync } from 'node:fs'
writeFileSync(process.env.RAN, '')
export default { messages: ['work/messages/*.md'] }
`

const tree: Tree = { 'friendtalk.config.ts': program, 'work/messages/sale.md': textMessage('Hello!') }

interface Place {
  /** The folder of the configuration. */
  readonly root: string
  readonly cwd: string
  readonly ran: string
}

function place(files: Tree = tree): Place {
  const root = tempFolder(files)
  return { root, cwd: join(root, 'work'), ran: join(root, '../ran') }
}

function run({ cwd, ran }: Place, args: readonly string[] = []): Promise<CliResult> {
  return runCli(['lint', ...args], { cwd, env: { RAN: ran } })
}

describe('a configuration that is a program, above the working directory', () => {
  const refusals: readonly {
    readonly what: string
    readonly prepare: (root: string) => void
    readonly says: string
    readonly asRoot?: true
  }[] = [
    {
      what: 'a folder that everybody may write to',
      prepare: (root) => chmodSync(root, 0o777),
      says: 'everybody on this machine may write to {root}',
    },
    {
      what: 'a folder that is sticky, as /tmp is',
      prepare: (root) => chmodSync(root, 0o1777),
      says: 'everybody on this machine may write to {root}',
    },
    {
      what: 'a folder that a group may write to',
      prepare(root) {
        chownSync(root, 0, nobody)
        chmodSync(root, 0o775)
      },
      says: 'a group may write to {root}',
      asRoot: true,
    },
    {
      what: 'a folder of another user',
      prepare: (root) => chownSync(root, nobody, nobody),
      says: '{root} belongs to another user',
      asRoot: true,
    },
    {
      what: 'a file that everybody may write to',
      prepare: (root) => chmodSync(join(root, 'friendtalk.config.ts'), 0o666),
      says: 'everybody on this machine may write to {root}/friendtalk.config.ts',
    },
    {
      what: 'a file of another user',
      prepare: (root) => chownSync(join(root, 'friendtalk.config.ts'), nobody, nobody),
      says: '{root}/friendtalk.config.ts belongs to another user',
      asRoot: true,
    },
    {
      what: 'a link to a folder that everybody may write to',
      prepare(root) {
        const open = tempFolder({ 'x.ts': program }, 'open')
        chmodSync(open, 0o777)
        rmSync(join(root, 'friendtalk.config.ts'))
        symlinkSync(join(open, 'x.ts'), join(root, 'friendtalk.config.ts'))
      },
      says: 'everybody on this machine may write to ',
    },
    {
      what: 'another name',
      prepare(root) {
        renameSync(join(root, 'friendtalk.config.ts'), join(root, 'friendtalk.config.mjs'))
        chmodSync(root, 0o777)
      },
      says: 'everybody on this machine may write to {root}',
    },
  ]

  it.each(refusals.filter(({ asRoot }) => isRoot || !asRoot))(
    'is not run without a question: $what',
    async ({ prepare, says }) => {
      const at = place()
      prepare(at.root)
      const { code, stdout, stderr } = await run(at)
      expect({ code, stdout, ran: existsSync(at.ran) }).toEqual({ code: 2, stdout: '', ran: false })
      expect(stderr).toMatch(/^✗ \.\.\/friendtalk\.config\.m?[jt]s: is a program that somebody else may have written: /)
      expect(stderr).toContain(says.replace('{root}', at.root))
      const [config = ''] = /\.\.\/friendtalk\.config\.m?[jt]s/.exec(stderr) ?? []
      expect(stderr).toContain(`Try: friendtalk lint --config ${config}\n`)
      const korean = await run(at, ['--lang', 'ko'])
      expect(korean.stderr).toContain('다른 사람이 썼을 수 있습니다')
      // To name it is to agree.
      expect(await run(at, ['--config', config])).toMatchObject({ code: 0, stderr: '' })
      expect(existsSync(at.ran)).toBe(true)
    },
  )

  it('is not run either by what sends, from however deep below', async () => {
    const at = place({ ...tree, 'work/deep/er/x': '', 'list.csv': 'receiver_number\n01000000001\n' })
    chmodSync(at.root, 0o777)
    for (const command of ['deploy', 'plan', 'config', 'status', 'compile', 'preview']) {
      const { code, stderr } = await runCli([command], { cwd: join(at.cwd, 'deep/er'), env: { RAN: at.ran } })
      expect({ command, code }).toEqual({ command, code: 2 })
      expect(stderr).toContain('../../../friendtalk.config.ts: is a program that somebody else may have written')
    }
    expect(existsSync(at.ran)).toBe(false)
  })

  it.each<{ what: string; at: () => Place }>([
    { what: 'where nobody else may write', at: () => place() },
    {
      what: 'in the working directory itself',
      at() {
        const { root, ran } = place()
        chmodSync(root, 0o777)
        return { root, cwd: root, ran }
      },
    },
  ])('is run $what', async ({ at }) => {
    const made = at()
    expect(await run(made)).toMatchObject({ code: 0, stderr: '' })
    expect(existsSync(made.ran)).toBe(true)
  })

  it('is read where it is JSON, which is no program', async () => {
    const at = place({ ...tree, 'friendtalk.config.json': '{ "messages": ["work/messages/*.md"] }' })
    rmSync(join(at.root, 'friendtalk.config.ts'))
    chmodSync(at.root, 0o777)
    expect(await run(at)).toMatchObject({ code: 0, stderr: '' })
  })

  const hasOwnGroup = canBeOthers() && /^daemon:[^:]*:1:(?:daemon)?$/m.test(readFileSync('/etc/group', 'utf8'))

  it.runIf(hasOwnGroup)('is run where its group is the user’s own', () => {
    const at = place()
    for (const path of ['.', 'friendtalk.config.ts']) chownSync(join(at.root, path), 1, 1)
    chmodSync(at.root, 0o775)
    const [command = '', ...args] = asUser(1, [process.execPath, mainFile, 'lint'])
    const { status, stderr } = spawnSync(command, args, {
      cwd: at.cwd,
      env: { PATH: process.env['PATH'], RAN: '/dev/null', XDG_CACHE_HOME: '/dev/null' },
      encoding: 'utf8',
    })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('does not take the place of one that a watch has lost', async () => {
    const at = place({ ...tree, 'work/friendtalk.config.json': '{ "messages": ["messages/*.md"] }' })
    chmodSync(at.root, 0o777)
    const watch = startCli(['lint', '--watch'], { cwd: at.cwd, env: { RAN: at.ran } })
    await watch.untilOutput('Press Ctrl-C to stop.')
    rmSync(join(at.cwd, 'friendtalk.config.json'))
    await watch.untilOutput('is a program that somebody else may have written')
    await watch.untilOutput('the last good one still holds')
    watch.kill('SIGTERM')
    await watch.ended()
    expect(existsSync(at.ran)).toBe(false)
  })
})

describe.skipIf(!hasTerminal)('on a terminal the question is asked', () => {
  function open(command: string): Pty & Place {
    const at = place()
    chmodSync(at.root, 0o777)
    return Object.assign(ptyCli(command, { cwd: at.cwd, env: { RAN: at.ran } }), at)
  }

  it.each([keys.enter, keys.interrupt, keys.end, `n${keys.enter}`, `maybe${keys.enter}`])(
    'whether to run it; %j is no',
    async (answer) => {
      const pty = open('lint')
      await pty.untilShows('Run it?')
      expect(pty.screen).toContain('is a program that somebody else may have')
      expect(existsSync(pty.ran)).toBe(false)
      pty.type(answer)
      expect(await pty.ended()).toBe(2)
      expect(existsSync(pty.ran)).toBe(false)
    },
  )

  it('and yes holds as long as a watch runs', async () => {
    const pty = open('lint --watch --lang ko')
    await pty.untilShows('실행할까요?')
    pty.type(`y${keys.enter}`)
    await pty.untilShows('메시지 1개')
    expect(existsSync(pty.ran)).toBe(true)
    writeFileSync(join(pty.root, 'friendtalk.config.ts'), program.replace('work/messages/*.md', 'work/none/*.md'))
    await pty.untilShows('work/none/*.md')
    expect(dirname(pty.cwd)).toBe(pty.root)
    pty.type(keys.interrupt)
    await pty.ended()
  })
})
