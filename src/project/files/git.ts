import { shellWord } from '../../words/command-line.ts'
import type { Text } from '../../words/language.ts'
import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { UsageError } from '../usage-error.ts'
import { repositoryTop } from './paths.ts'

/** A choice of files of a working tree. */
export type GitScope =
  /** Differences from where `ref` and HEAD parted, or from HEAD: committed, staged, unstaged and untracked. */
  | { readonly type: 'changed'; readonly ref?: string }
  /** Changes of the next commit. */
  | { readonly type: 'staged' }

/**
 * Returns the files in the scope, deleted ones included, relative to a folder below the repository's top.
 *
 * @throws UsageError without git, outside a repository, or for a ref that there is not
 */
export function changedFiles(root: string, scope: GitScope): ReadonlySet<string> {
  if (scope.type === 'staged') return new Set(namesOf(git(root, [...differing, '--cached'])))
  // Tells a repository without commits from no repository.
  git(root, ['rev-parse', '--git-dir'])
  const from = scope.ref === undefined ? commitOf(root, 'HEAD') : forkPoint(root, scope.ref)
  // A repository without a commit has nothing to differ from: everything in it is new.
  const changed = git(root, from === undefined ? ['ls-files', '-z'] : [...differing, from, '--'])
  return new Set([...namesOf(changed), ...untrackedFiles(root)])
}

const differing = ['diff', '--name-only', '--no-renames', '--relative', '-z']

function untrackedFiles(root: string): readonly string[] {
  return namesOf(git(root, ['ls-files', '--others', '--exclude-standard', '-z']))
}

/** The index at a path: the same as on disk, nothing, or other content. */
export type StagedFile =
  | { readonly type: 'on-disk' | 'absent' }
  | { readonly type: 'content'; readonly content: Buffer }

/**
 * Returns a function that looks up messages, and files that they refer to, in the next commit by their path relative to
 * the root. Ignored files are those on disk, because lists of recipients belong to no commit.
 */
export function stagedFiles(root: string): (path: string) => StagedFile {
  const named = (names: Iterable<string>): ReadonlyMap<string, string> =>
    new Map(Array.from(names, (name) => [name.normalize('NFC'), name]))
  const unstaged = named(namesOf(git(root, differing)))
  const untracked = named(untrackedFiles(root))
  return (path) => {
    const known = path.normalize('NFC')
    if (untracked.has(known)) return { type: 'absent' }
    const name = unstaged.get(known)
    if (name === undefined) return { type: 'on-disk' }
    try {
      // As it would be checked out: large files may be kept elsewhere, with a pointer to them in the index.
      return { type: 'content', content: bytesOf(root, ['cat-file', '--filters', `:./${name}`]) }
    } catch {
      return { type: 'absent' }
    }
  }
}

/** Returns whether git is told to ignore a path; false without git. */
export function isIgnored(root: string, path: string): boolean {
  return attempt(root, ['check-ignore', '--quiet', '--', path]) !== undefined
}

function commitOf(root: string, ref: string): string | undefined {
  return attempt(root, ['rev-parse', '--verify', '--quiet', '--end-of-options', `${ref}^{commit}`])
}

const fetchHistory: Text = {
  en: 'in CI fetch the history (GitHub: fetch-depth: 0 of the checkout, GitLab: GIT_DEPTH: 0)',
  ko: 'CI에서는 전체 이력을 받으세요(GitHub는 체크아웃에 fetch-depth: 0, GitLab은 GIT_DEPTH: 0)',
}

function forkPoint(root: string, ref: string): string {
  if (commitOf(root, ref) === undefined)
    throw new UsageError('git', {
      en: `git knows no commit "${ref}"; ${fetchHistory.en}. A path goes before --changed.`,
      ko: `git에 "${ref}" 커밋이 없습니다. ${fetchHistory.ko}. 경로는 --changed 앞에 적습니다.`,
    })
  const base = attempt(root, ['merge-base', ref, 'HEAD'])
  if (base !== undefined) return base
  throw new UsageError('git', {
    en: `HEAD and "${ref}" have no history in common here; ${fetchHistory.en}.`,
    ko: `HEAD와 "${ref}"의 공통 이력이 여기에 없습니다. ${fetchHistory.ko}.`,
  })
}

/** @throws UsageError where git cannot be run or the folder is in no repository */
function git(root: string, args: readonly string[]): string {
  try {
    return run(root, args)
  } catch (error) {
    const { code, stderr } = error as NodeJS.ErrnoException & { readonly stderr?: unknown }
    if (code === 'ENOENT')
      throw new UsageError('git', {
        en: 'git cannot be run; --changed and --staged need it.',
        ko: 'git을 실행할 수 없습니다. --changed와 --staged에는 git이 필요합니다.',
      })
    if (!String(stderr).includes('dubious ownership'))
      throw new UsageError('git', {
        en: 'This is not a git repository; --changed and --staged need one.',
        ko: 'git 저장소가 아닙니다. --changed와 --staged는 저장소 안에서만 쓸 수 있습니다.',
      })
    const trust = `git config --global --add safe.directory ${shellWord(repositoryTop(root))}`
    throw new UsageError('git', {
      en: `git does not read this repository, because another user owns it (dubious ownership). If you trust it: ${trust}`,
      ko: `다른 사용자의 저장소라서 git이 읽지 않습니다(dubious ownership). 믿을 수 있는 저장소라면 실행하세요: ${trust}`,
    })
  }
}

/** Returns what git prints on one line; undefined if it fails. */
function attempt(root: string, args: readonly string[]): string | undefined {
  try {
    return run(root, args).trim()
  } catch {
    return undefined
  }
}

function run(root: string, args: readonly string[]): string {
  return bytesOf(root, args).toString('utf8')
}

function bytesOf(root: string, args: readonly string[]): Buffer {
  const options = { maxBuffer: 256 * 1024 * 1024, env: gitEnvironment() }
  return execFileSync('git', ['-C', root, ...args], { ...options, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Removes the variables of a hook, because git has to find the repository from the project's folder; sets English for its messages. */
function gitEnvironment(): NodeJS.ProcessEnv {
  const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_PREFIX: _prefix, GIT_INDEX_FILE: index, ...rest } = process.env
  return { ...rest, LC_ALL: 'C', ...(index !== undefined && { GIT_INDEX_FILE: resolve(index) }) }
}

function namesOf(output: string): string[] {
  return output.split('\0').filter((name) => name !== '')
}
