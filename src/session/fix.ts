import { byteOrderMark } from '../diagnostic.ts'
import { realpathSync } from 'node:fs'
import { join, relative } from 'node:path'
import { maxFileBytes } from '../compile.ts'
import { fixAll } from '../rules/apply-fixes.ts'
import { toPosix } from '../project/files/discover.ts'
import { outputFolder } from '../project/files/write-file.ts'
import { contentInside } from '../project/files/read-file.ts'
import { UsageError } from '../project/usage-error.ts'
import type { CompiledFile } from '../project/compiled-file.ts'
import type { LintSession } from './lint-session.ts'

export interface FixedFile {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Makes the fixes of files in memory; the workspace then holds what is left to say of them. */
export function fixFiles(
  { workspace }: LintSession,
  files: readonly CompiledFile[],
  safety: 'safe' | 'unsafe',
): readonly FixedFile[] {
  return files.flatMap(({ path, source, diagnostics }) => {
    if (!diagnostics.some(({ fix }) => fix && (fix.safe || safety === 'unsafe'))) return []
    const lint = (changed: string): CompiledFile['diagnostics'] => {
      workspace.set(path, changed)
      return workspace.fileAt(path)?.diagnostics ?? []
    }
    const after = fixAll(source, lint, safety)
    workspace.set(path, after)
    return after === source ? [] : [{ path, before: source, after }]
  })
}

/**
 * Writes fixed files, but those that are no longer as they were before.
 *
 * @param onFailed told of each file that cannot be written; the others are written all the same
 * @returns the paths of those that were written
 */
export function writeFixed(
  { project: { root } }: Pick<LintSession, 'project'>,
  files: readonly FixedFile[],
  onFailed: (file: FixedFile, error: UsageError) => void,
): readonly string[] {
  const folder = outputFolder(root, { shown: '', root })
  const written: string[] = []
  for (const each of files) {
    const { path, before, after } = each
    const content = contentInside(root, path, maxFileBytes)?.toString('utf8') ?? ''
    // The byte order mark stays.
    const mark = content.startsWith(byteOrderMark) ? byteOrderMark : ''
    // The file was saved meanwhile: it is newer than what was fixed.
    if (content !== mark + before) continue
    // A link to another message of the project stays one: what it leads to is fixed.
    const file = toPosix(relative(root, realpathSync.native(join(root, path))))
    try {
      folder.write(file, mark + after)
      written.push(path)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      onFailed(each, error)
    }
  }
  return written
}
