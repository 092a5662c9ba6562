import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { createTwoFilesPatch } from 'diff'
import writeFileAtomic from 'write-file-atomic'
import { fixAll } from '../lint/apply-fixes.ts'
import { reasonOf, UsageError } from '../project/usage-error.ts'
import type { CompiledFile } from '../project/workspace.ts'
import type { LintSession } from './lint-session.ts'

/** A message and what it is with its fixes made. */
export interface FixedFile {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** Makes the fixes of files in memory; the workspace then holds what is left to say of them. */
export function fixFiles(session: LintSession, files: readonly CompiledFile[]): readonly FixedFile[] {
  const { workspace, flags } = session
  const safety = flags.unsafeFixes ? 'unsafe' : 'safe'
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
 * Writes fixed files.
 *
 * @throws UsageError for a file that cannot be written
 */
export async function writeFixed({ project: { root } }: LintSession, files: readonly FixedFile[]): Promise<void> {
  for (const { path, before, after } of files) {
    try {
      const file = realpathSync.native(join(root, path))
      const content = readFileSync(file, 'utf8')
      const mark = markOf(content)
      // Somebody saved meanwhile: what they wrote is newer than what was fixed.
      if (content !== mark + before) continue
      await writeFileAtomic(file, mark + after)
    } catch (error) {
      throw new UsageError({ type: 'unwritable', path, reason: reasonOf(error) })
    }
  }
}

/** What fixing would change, as a patch that `git apply` takes. */
export function patchOf({ project: { root } }: LintSession, files: readonly FixedFile[]): string {
  return files
    .map(({ path, before, after }) => {
      const file = join(root, path)
      const mark = existsSync(file) ? markOf(readFileSync(file, 'utf8')) : ''
      return createTwoFilesPatch(`a/${path}`, `b/${path}`, mark + before, mark + after, undefined, undefined, {
        headerOptions: { includeIndex: false, includeUnderline: false, includeFileHeaders: true },
      })
    })
    .join('')
}

/** The byte order mark that a content starts with, if any: what is written, and a patch, must have it too. */
function markOf(content: string): string {
  const mark = '\uFEFF'
  return content.startsWith(mark) ? mark : ''
}
