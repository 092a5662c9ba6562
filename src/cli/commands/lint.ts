import { relative } from 'node:path'
import { maxFileBytes } from '../../compile.ts'
import { withoutByteOrderMark } from '../../diagnostic.ts'
import { baselineText } from '../../project/baseline.ts'
import { writeOutput } from '../../project/files/write-file.ts'
import { flagsExclusive } from '../../project/usage-error.ts'
import type { LintOutcome, LintRunOptions, LintSession } from '../../session/lint-session.ts'
import { openLint, outcomeOf, readSelected } from '../../session/lint.ts'
import { counted } from '../../words/printable.ts'
import { command, flag, listOption, option, type OptionValues } from '../command.ts'
import { type ExitCode, exitCodes, unreadableRules } from '../exit-codes.ts'
import { formatNames, parseFormat } from '../reporters/reporters.ts'
import { readStandardInput, type Terminal } from '../terminal/terminal.ts'
import { watching } from '../terminal/words.ts'
import { wholeNumber } from '../typed-command.ts'
import { formatsOf, report } from './lint/lint-report.ts'

const options = {
  format: listOption(
    '--format <format>',
    {
      en: 'text, json, github, sarif, junit or gitlab; =file writes it there; may be given several times',
      ko: 'text, json, github, sarif, junit, gitlab 중 하나. =파일을 붙이면 파일에 쓰며, 여러 번 지정할 수 있음',
    },
    { parse: parseFormat },
  ),
  fix: flag(
    '--fix',
    {
      en: 'fix what can be fixed without changing what readers see',
      ko: '수신자에게 보이는 내용을 바꾸지 않는 선에서 고치기',
    },
    { conflicts: ['watch'] },
  ),
  unsafeFixes: flag(
    '--unsafe-fixes',
    {
      en: 'with --fix, also what is only likely meant',
      ko: '--fix와 함께, 그럴 가능성이 큰 것까지 고치기',
    },
    { needs: '--fix' },
  ),
  watch: flag('--watch', { en: 'lint again what changes, until Ctrl-C', ko: '바뀔 때마다 다시 검사(Ctrl-C로 종료)' }),
  changed: option(
    '--changed [ref]',
    {
      en: 'only messages that differ from HEAD, or from where <ref> and HEAD parted',
      ko: 'HEAD 또는 <ref>에서 갈라진 뒤 바뀐 메시지만 검사',
    },
    { conflicts: ['staged', 'watch'] },
  ),
  // The staged text may differ from the file: fixing the file would stage nothing, or lose what is not staged.
  staged: flag(
    '--staged',
    {
      en: 'only what the next commit changes, as it is staged',
      ko: '다음 커밋에 들어갈 내용만 스테이징된 그대로 검사',
    },
    { conflicts: ['watch', 'fix'] },
  ),
  stdinFilepath: option(
    '--stdin-filepath <path>',
    {
      en: 'lint the standard input as if it were this file',
      ko: '표준 입력을 이 파일의 내용으로 보고 검사',
    },
    { conflicts: ['watch', 'fix', 'changed', 'staged'] },
  ),
  maxWarnings: option(
    '--max-warnings <count>',
    { en: 'fail when there are more warnings', ko: '경고가 이보다 많으면 실패' },
    { parse: wholeNumber(0) },
  ),
  recipients: option('--recipients <file>', {
    en: 'check the messages with the values of each row of a CSV or NDJSON file',
    ko: 'CSV나 NDJSON 파일의 행마다 값을 넣어 검사',
  }),
  baseline: option('--baseline <file>', {
    en: 'leave out the diagnostics that this file lists',
    ko: '이 파일에 기록된 문제는 제외',
  }),
  writeBaseline: flag(
    '--write-baseline',
    {
      en: 'write the diagnostics to the baseline (default: friendtalk-baseline.json)',
      ko: '찾은 문제를 기준선 파일에 기록(기본값: friendtalk-baseline.json)',
    },
    { conflicts: ['watch', 'stdinFilepath'] },
  ),
}

type LintFlags = OptionValues<typeof options>

export const definition = command({
  usage: 'lint [paths...]',
  examples: [
    'friendtalk lint',
    'friendtalk lint --fix',
    'friendtalk lint --changed=origin/main --format sarif=lint.sarif',
    'friendtalk lint hello.md --recipients list.csv',
  ],
  options,
  meant: Object.fromEntries(formatNames.map((format) => [`--${format}`, `--format ${format}`])),
  async run({ args: [paths], options: flags, terminal }) {
    if (paths.length > 0 && flags.stdinFilepath !== undefined) throw flagsExclusive('--stdin-filepath', 'paths')
    formatsOf(flags, terminal.cwd)
    const runOptions = runOptionsOf(paths, flags)
    if (flags.watch) return watchAndLint(runOptions, flags, terminal)
    const session = await openLint(runOptions, terminal)
    const { outcome, isUnwritten } = await lintOnce(session, flags, terminal)
    const diagnostics = [...outcome.messages, ...outcome.others].flatMap((file) => file.diagnostics)
    if (session.baseline !== undefined && flags.writeBaseline) {
      const { file, shown } = session.baseline
      const text = baselineText([...outcome.messages, ...outcome.others])
      await writeOutput(flags.baseline ?? relative(terminal.cwd, file), [text], terminal)
      const written = {
        en: `${counted(diagnostics.length, 'diagnostic')} written to ${shown}; lint with --baseline ${shown}.`,
        ko: `문제 ${diagnostics.length}개를 ${shown} 파일에 기록했습니다. --baseline ${shown} 옵션으로 검사하세요.`,
      }
      return { lines: flags.quiet ? [] : [written] }
    }
    await report(session, { outcome, flags }, terminal)
    if (isUnwritten || diagnostics.some(({ rule }) => unreadableRules.has(rule))) return exitCodes.usage
    const errors = diagnostics.filter(({ severity }) => severity === 'error').length
    const isOver = diagnostics.length - errors > (flags.maxWarnings ?? Number.POSITIVE_INFINITY)
    return errors > 0 || isOver ? exitCodes.findings : exitCodes.done
  },
})

function runOptionsOf(paths: readonly string[], flags: LintFlags): LintRunOptions {
  const { config, root, changed, staged, stdinFilepath, recipients, baseline, writeBaseline } = flags
  const ref = typeof changed === 'string' && { ref: changed }
  return {
    config,
    root,
    paths,
    scope: staged ? { type: 'staged' } : changed === undefined ? undefined : { type: 'changed', ...ref },
    textOf: stdinFilepath,
    recipients,
    ...((baseline !== undefined || writeBaseline) && {
      baseline: { file: baseline, use: writeBaseline ? 'write' : 'compare' },
    }),
  }
}

async function lintOnce(
  session: LintSession,
  flags: LintFlags,
  terminal: Terminal,
): Promise<{ readonly outcome: LintOutcome; readonly isUnwritten: boolean }> {
  const { workspace, textPath } = session
  if (textPath !== undefined) workspace.set(textPath, withoutByteOrderMark(await readStandardInput(maxFileBytes)))
  const files = textPath === undefined ? await readSelected(session, terminal) : workspace.files()
  if (!flags.fix) return { outcome: await outcomeOf(session, files, terminal), isUnwritten: false }
  const { fixFiles, writeFixed } = await import('../../session/fix.ts')
  const fixed = fixFiles(session, files, flags.unsafeFixes ? 'unsafe' : 'safe')
  let isUnwritten = false
  const written = writeFixed(session, fixed, ({ path, before }, error) => {
    // A file that cannot be written keeps its findings.
    workspace.set(path, before)
    isUnwritten = true
    terminal.fail(error.text)
  })
  if (written.length > 0)
    terminal.note({ en: `Fixed ${counted(written.length, 'file')}.`, ko: `파일 ${written.length}개를 고쳤습니다.` })
  const paths = new Set(files.map(({ path }) => path))
  const now = workspace.files().filter(({ path }) => paths.has(path))
  return { outcome: await outcomeOf(session, now, terminal), isUnwritten }
}

/** Lints everything once, then what changes and what depends on it, until SIGINT or SIGTERM. */
async function watchAndLint(runOptions: LintRunOptions, flags: LintFlags, terminal: Terminal): Promise<ExitCode> {
  // Loaded on demand: few runs watch.
  const { watchOnTerminal } = await import('../terminal/watching.ts')
  const update = async (session: LintSession): Promise<void> => {
    const files = session.workspace.files()
    await report(session, { outcome: await outcomeOf(session, files, terminal), flags }, terminal)
    terminal.note(watching(files.length))
  }
  return watchOnTerminal(
    {
      open: (time) => openLint({ ...runOptions, isReload: time === 'again' }, terminal),
      isOutput: () => false,
      async start(session) {
        await readSelected(session, terminal)
        await update(session)
      },
      update,
    },
    flags,
    terminal,
  )
}
