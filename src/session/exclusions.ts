import type { Language } from '../words/language.ts'
import { streamInput } from '../project/files/read-file.ts'
import type { Project } from '../project/project.ts'
import { UsageError } from '../project/usage-error.ts'
import { type ExclusionList, readExclusionList } from '../recipients/exclusion-list.ts'
import { recipientWording } from '../rules/violations.ts'
import type { Host } from './host.ts'
import { fileNamed } from './recipients.ts'

/** The paths of lists of excluded numbers. */
export interface ExclusionPaths {
  /** Paths of the configuration and of earlier plans, relative to the root. */
  readonly recorded: readonly string[]
  /** Paths of the command line, relative to the working directory. */
  readonly given: readonly string[]
}

/**
 * Reads the lists of excluded numbers, each file once, in their order. They are read whenever a deploy
 * starts: a list that cannot be read must not count as empty.
 *
 * @throws UsageError for a list that cannot be read, and for lines that are no number, each at its place
 */
export async function readExclusions(
  { recorded, given }: ExclusionPaths,
  { root, config: { columns } }: Project,
  { cwd }: Pick<Host, 'cwd'>,
): Promise<readonly ExclusionList[]> {
  const named = [
    ...recorded.map((path) => fileNamed(path, { root, folder: root })),
    ...given.map((path) => fileNamed(path, { root, folder: cwd, flag: '--exclude' })),
  ]
  const files = new Map(named.map(({ file, path }) => [file, path]))
  const lists: ExclusionList[] = []
  for (const [file, path] of files) {
    const read = await readExclusionList({ path, columns, open: () => streamInput(file, { shown: path }) })
    if (read.type === 'wrong') {
      const { violations, more } = read
      const linesIn = (lang: Language): readonly string[] =>
        violations.flatMap((found) => {
          const { message, help } = recipientWording(found, lang)
          return [`${path}:${found.place.line}: ${message}`, ...(help === undefined ? [] : [`  ${help}`])]
        })
      throw new UsageError('exclusion-list-wrong', {
        en: [
          ...linesIn('en'),
          ...(more > 0 ? [`${path}: ${more} more lines are wrong.`] : []),
          'Nothing was sent: whom a wrong line excludes is not known. Correct the list.',
        ],
        ko: [
          ...linesIn('ko'),
          ...(more > 0 ? [`${path}: 잘못된 줄이 ${more}개 더 있습니다.`] : []),
          '잘못된 줄로는 누구를 제외할지 알 수 없어 아무것도 보내지 않았습니다. 목록을 고치세요.',
        ],
      })
    }
    lists.push(read.list)
  }
  return lists
}
