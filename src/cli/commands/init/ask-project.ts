import { resolve } from 'node:path'
import type { Contract } from '../../../contract/contract.ts'
import { isFolder, lstatOf } from '../../../project/files/paths.ts'
import type { Language } from '../../../words/language.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { ProjectChoices } from './project-files.ts'
import { hasEnded, services } from './starter-catalog.ts'
import { starterWords } from './starter-words.ts'

/**
 * Asks a person for what a new project is to have, except for what the command line says.
 *
 * @returns undefined when the person cancels
 */
export async function askProject(
  typed: {
    readonly dir: string | undefined
    readonly service: Contract | undefined
    readonly lang: Language | undefined
  },
  { cwd, lang, colors, err }: Terminal,
): Promise<ProjectChoices | undefined> {
  // The questions' library knows of colours by the environment alone.
  if (!colors.isColorSupported) process.env['NO_COLOR'] = '1'
  const { intro, isCancel, select, text } = await import('@clack/prompts')
  const words = starterWords[lang]
  // Questions are no results: these alone go to the standard output.
  const on = { output: process.stderr }
  intro(words.title, on)

  const dir =
    typed.dir ??
    (await text({
      ...on,
      message: words.folder,
      placeholder: '.',
      defaultValue: '.',
      validate: (answer) => (isFolderOrNothing(resolve(cwd, answer ?? '.')) ? undefined : words.notAFolder),
    }))
  if (isCancel(dir)) return undefined

  const service =
    typed.service ??
    (await select<Contract>({
      ...on,
      message: words.service,
      options: services.map((value) => ({
        value,
        label: value.name[lang],
        ...(hasEnded(value) && { hint: words.ended }),
      })),
      showInstructions: false,
    }))
  if (isCancel(service)) return undefined

  const language =
    typed.lang ??
    (await select<Language>({
      ...on,
      message: words.language,
      options: [
        { value: 'ko', label: words.languageNames.ko },
        { value: 'en', label: words.languageNames.en },
      ],
      initialValue: lang,
      showInstructions: false,
    }))
  if (isCancel(language)) return undefined

  err('\n')
  return { folder: resolve(cwd, dir), service, lang: language }
}

export function isFolderOrNothing(path: string): boolean {
  const stats = lstatOf(path)
  return stats === undefined || isFolder(path)
}
