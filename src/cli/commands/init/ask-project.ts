import { resolve } from 'node:path'
import { type Kind, kinds } from '../../../contract/kinds.ts'
import { isFolder, lstatOf } from '../../../project/files/paths.ts'
import type { Language } from '../../../words/language.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { ProjectChoices } from './project-files.ts'
import { shortName } from '../../kind-names.ts'
import { kindHints } from './starter-catalog.ts'
import { starterWords } from './starter-words.ts'

/** What the command line has decided already. */
export interface InitAnswers {
  readonly dir?: string
  readonly kinds?: readonly Kind[]
  readonly withCi?: false
}

/**
 * Asks a person for what a new project is to have.
 *
 * @returns undefined when the person cancels
 */
export async function askProject(
  decided: InitAnswers,
  { cwd, lang, colors, err }: Terminal,
): Promise<ProjectChoices | undefined> {
  // The questions' library knows of colours by the environment alone.
  if (!colors.isColorSupported) process.env['NO_COLOR'] = '1'
  const { confirm, intro, isCancel, log, multiselect, select, text } = await import('@clack/prompts')
  const words = starterWords[lang]
  // Questions are no results: these alone go to the standard output.
  const on = { output: process.stderr }
  intro(words.title, on)

  const dir =
    decided.dir ??
    (await text({
      ...on,
      message: words.folder,
      placeholder: '.',
      defaultValue: '.',
      validate: (typed) => (isFolderOrNothing(resolve(cwd, typed ?? '.')) ? undefined : words.notAFolder),
    }))
  if (isCancel(dir)) return undefined

  let chosen: readonly Kind[] | symbol = decided.kinds ?? []
  while (typeof chosen !== 'symbol' && chosen.length === 0) {
    chosen = await multiselect<Kind>({
      ...on,
      message: words.kinds,
      options: kinds.map((kind) => ({ value: kind, label: shortName(kind), hint: kindHints[lang][kind] })),
      initialValues: kinds,
      required: false,
      showInstructions: false,
    })
    if (typeof chosen !== 'symbol' && chosen.length === 0) log.warn(words.noKind, on)
  }
  if (typeof chosen === 'symbol') return undefined

  const language = await select<Language>({
    ...on,
    message: words.language,
    options: [
      { value: 'ko', label: words.languageNames.ko },
      { value: 'en', label: words.languageNames.en },
    ],
    initialValue: lang,
    showInstructions: false,
  })
  if (isCancel(language)) return undefined

  const withCi =
    decided.withCi ??
    (await confirm({ ...on, message: words.ci, active: words.yes, inactive: words.no, initialValue: true }))
  if (isCancel(withCi)) return undefined

  err('\n')
  return { folder: resolve(cwd, dir), kinds: chosen, lang: language, withCi }
}

/** Whether a project can be made at a path. */
export function isFolderOrNothing(path: string): boolean {
  const stats = lstatOf(path)
  return stats === undefined || isFolder(path)
}
