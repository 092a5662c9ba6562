import { idPattern } from '../../../message/message.ts'
import { discover, selectionOf } from '../../../project/files/discover.ts'
import type { Project } from '../../../project/project.ts'
import { UsageError } from '../../../project/usage-error.ts'
import { Workspace } from '../../../project/workspace.ts'
import { canAsk, promptsOn } from '../../terminal/ask.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { Text } from '../../../words/language.ts'

/** Leaves room for a number behind it. */
const maxIdUnits = 60

/** A file that gets an id. */
interface Named {
  readonly name: string
  /** The id where the name has nothing that an id may have. */
  readonly otherwise: string
}

/**
 * Chooses a free id for a new message: the name of its file, or that of the kind where no id can be spelled like it.
 * Then it is only a suggestion where a person can be asked.
 *
 * @returns undefined when the person cancels
 */
export async function chooseId(
  { name, otherwise }: Named,
  project: Project,
  terminal: Terminal,
): Promise<string | undefined> {
  const taken = await takenIds(project, terminal.lang)
  const suggestion = freeId(idFrom(name) ?? otherwise, taken)
  // A name in the letters of ids is taken as it is.
  if (/^[\w .-]*$/.test(name) || !canAsk(terminal)) return suggestion
  const { isCancel, text } = await promptsOn(terminal)
  const { lang } = terminal
  const id = await text({
    message:
      lang === 'ko'
        ? `${name} 메시지의 id를 무엇으로 할까요? 계획, 보고서, 발송 기록에서 이 이름을 씁니다.`
        : `Which id does ${name} get? Plans, reports and the ledger know the message by it.`,
    initialValue: suggestion,
    output: process.stderr,
    validate: (typed = '') => wrongId(typed, taken)?.[lang],
  })
  return isCancel(id) ? undefined : id
}

function wrongId(id: string, taken: ReadonlySet<string>): Text | undefined {
  if (!idPattern.test(id))
    return {
      en: 'An id has 1 to 64 of a-z, 0-9, ".", "_" and "-", the first a letter or digit.',
      ko: 'id는 a-z, 0-9, ".", "_", "-" 1~64자이며 영문 소문자나 숫자로 시작합니다.',
    }
  return taken.has(id)
    ? { en: `Another message has the id ${id}.`, ko: `${id} id는 다른 메시지가 쓰고 있습니다.` }
    : undefined
}

/** Returns an id from the name of a file; undefined where it has letters that no id may have. */
export function idFrom(name: string, maxUnits: number = maxIdUnits): string | undefined {
  if (/[^\p{ASCII}]/u.test(name)) return undefined
  const id = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/g, '-')
    .replaceAll(/^[._-]+|[._-]+$/g, '')
    .slice(0, maxUnits)
    .replace(/[._-]+$/, '')
  return idPattern.test(id) ? id : undefined
}

function freeId(id: string, taken: ReadonlySet<string>): string {
  if (!taken.has(id)) return id
  let number = 2
  while (taken.has(`${id}-${number}`)) number++
  return `${id}-${number}`
}

async function takenIds(project: Project, lang: Terminal['lang']): Promise<ReadonlySet<string>> {
  const { root, config } = project
  if (config.messages.length === 0) return new Set()
  // The rules that depend on the day say nothing of ids.
  const workspace = new Workspace(project, { lang })
  for (const path of await messagesOf(root, config.messages)) workspace.update(path)
  return new Set(workspace.files().flatMap(({ id }) => id?.value ?? []))
}

/** The message files that there are; a new project may have none. */
async function messagesOf(root: string, messages: readonly string[]): Promise<readonly string[]> {
  try {
    return await discover(selectionOf([], { cwd: root, root, messages }))
  } catch (error) {
    if (error instanceof UsageError && error.code === 'nothing-matches') return []
    throw error
  }
}
