import { isAboutFile, reasonOf, UsageError, unreadable } from '../../project/usage-error.ts'
import type { MessageSession } from '../../session/session.ts'
import { type WatchedWork, type WatchEvent, watchMessages } from '../../session/watch.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { counted, printable } from '../../words/printable.ts'
import type { GlobalFlags, Terminal } from './terminal.ts'

/**
 * Watches messages on a terminal until SIGINT or SIGTERM, or until the output is closed.
 *
 * @throws UsageError when the first session cannot be opened
 */
export async function watchOnTerminal<S extends MessageSession>(
  work: WatchedWork<S>,
  flags: GlobalFlags,
  terminal: Terminal,
): Promise<ExitCode> {
  const stopped = new Promise<void>((stop) => {
    // `once` would leave none of ours while the event is still handled, and what cleans temporary files up at a
    // signal ends the process where no other listens.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop())
    process.stdout.once('error', () => stop())
  })
  const watcher = await watchMessages(work, flags, { ...terminal, onWatch: (event) => show(event, terminal) })
  // Leaving before the first pass ends is safe: every file is written whole or not at all.
  const began = await Promise.race([watcher.started.then(() => true), stopped.then(() => false)])
  if (!began) process.exit(exitCodes.done)
  await stopped
  await watcher.close()
  return exitCodes.done
}

function show(event: WatchEvent, terminal: Terminal): void {
  const { clear, colors, err, lang } = terminal
  switch (event.type) {
    case 'started':
      clear?.()
      break
    case 'changed': {
      if (clear === undefined) break
      clear()
      const [first = '', ...others] = event.changes
      const more = others.length
      const changed =
        lang === 'ko'
          ? `${first}${more === 0 ? '' : ` 외 ${more}개 파일`} 변경됨`
          : `${first}${more === 0 ? '' : ` and ${counted(more, 'more file')}`} changed`
      err(`${colors.dim(`${new Date().toTimeString().slice(0, 8)}  ${printable(changed)}`)}\n\n`)
      break
    }
    case 'failed': {
      if (event.what === 'configuration') clear?.()
      const { error } = event
      const wrong = error instanceof UsageError ? error : unreadableIn(error)
      terminal.fail(wrong?.text ?? String(error))
      if (event.what === 'configuration' && error instanceof UsageError)
        terminal.tell({
          en: 'The configuration is broken; the last good one still holds.',
          ko: '설정이 잘못되어 마지막 정상 설정을 계속 씁니다.',
        })
      break
    }
  }
}

/** Returns the error of the system about a folder that cannot be watched. */
function unreadableIn(error: unknown): UsageError | undefined {
  if (!isAboutFile(error) || !(error instanceof Error) || !('path' in error)) return undefined
  return unreadable(String(error.path), reasonOf(error))
}
