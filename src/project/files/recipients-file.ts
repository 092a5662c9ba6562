import { closeSync, existsSync, readdirSync, realpathSync } from 'node:fs'
import { join, posix, relative, resolve } from 'node:path'
import { type Violation, violation } from '../../violation.ts'
import type { RecipientSource } from '../../recipients/recipient.ts'
import { besideMessage, toPosix } from './discover.ts'
import { isFolder } from './paths.ts'
import { openInput, openInside, streamInput } from './read-file.ts'
import type { CompiledFile } from '../workspace.ts'

/** A recipients file that is open for reading. */
export interface RecipientsFile {
  /** As people are shown it: relative to the root, with `/`. */
  readonly path: string
  /** Absolute, without symbolic links. */
  readonly file: string
  readonly bytes: number
}

/**
 * A file for reading its rows.
 *
 * @throws UsageError while it is read, when it cannot be: it may be gone since it was found
 */
export function sourceOf({ path, file }: RecipientsFile): RecipientSource {
  return { path, open: () => streamInput(file, { shown: path }) }
}

/**
 * The file that a command line names.
 *
 * @throws UsageError when there is no such file
 */
export function givenRecipients(path: string, { root, cwd }: { root: string; cwd: string }): RecipientsFile {
  const flag = { name: '--recipients', folder: cwd }
  const { descriptor, bytes } = openInput(resolve(cwd, path), { shown: path, flag })
  closeSync(descriptor)
  const file = realpathSync.native(resolve(cwd, path))
  const inside = toPosix(relative(root, file))
  return { file, bytes, path: inside.startsWith('../') ? path : inside }
}

/** The file that a message names itself, or why it cannot be read; nothing where it names none. */
export function ownRecipients(
  { path, recipients }: Pick<CompiledFile, 'path' | 'recipients'>,
  root: string,
): RecipientsFile | Violation | undefined {
  if (recipients === undefined) return undefined
  const inside = besideMessage(path, recipients.value)
  const opened = openInside(root, inside)
  if (opened.type === 'open') {
    closeSync(opened.descriptor)
    return { path: inside, file: realpathSync.native(join(root, inside)), bytes: opened.bytes }
  }
  const reason = opened.type === 'outside-root' ? 'outside-root' : opened.reason
  // A path is often given from the root, and counts from the folder of the message.
  const isThere = reason === 'not-found' && existsSync(join(root, recipients.value))
  const meant = isThere && { suggestion: posix.relative(posix.dirname(path), recipients.value) }
  return violation('recipients-not-read', recipients.span, { path: recipients.value, file: inside, reason, ...meant })
}

/**
 * A list for messages that name none, relative to the working directory: the sample that a new project has, or the
 * only one there is.
 */
export function spareRecipients(root: string, cwd: string): string | undefined {
  const folder = join(root, 'recipients')
  if (!isFolder(folder)) return undefined
  const lists = readdirSync(folder).filter((name) => /\.(?:csv|ndjson|jsonl)$/.test(name))
  const list = lists.find((name) => name === 'sample.csv') ?? (lists.length === 1 ? lists[0] : undefined)
  return list && toPosix(relative(cwd, join(folder, list)))
}
