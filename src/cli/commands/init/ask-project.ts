import { resolve } from 'node:path'
import type { Contract } from '../../../contract/contract.ts'
import { isFolder, lstatOf } from '../../../project/files/paths.ts'
import type { Language, Text } from '../../../words/language.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import type { ProjectChoices } from './project-files.ts'
import { ended, hasEnded, services } from './starter-catalog.ts'

/**
 * Asks a person for the choices that the command line leaves open.
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
  // @clack/prompts decides on colours by the environment alone.
  if (!colors.isColorSupported) process.env['NO_COLOR'] = '1'
  const { intro, isCancel, select, text } = await import('@clack/prompts')
  // The standard output is for results.
  const on = { output: process.stderr }
  intro(lang === 'ko' ? '새 friendtalk 프로젝트' : 'A new friendtalk project', on)

  const dir =
    typed.dir ??
    (await text({
      ...on,
      message: lang === 'ko' ? '어느 폴더에 만들까요?' : 'Which folder?',
      placeholder: '.',
      defaultValue: '.',
      validate: (answer) => (isFolderOrNothing(resolve(cwd, answer ?? '.')) ? undefined : notAFolder[lang]),
    }))
  if (isCancel(dir)) return undefined

  const service =
    typed.service ??
    (await select<Contract>({
      ...on,
      message: lang === 'ko' ? '어떤 메시지인가요?' : 'For which messages?',
      options: services.map((value) => ({
        value,
        label: value.name[lang],
        ...(hasEnded(value) && { hint: ended[lang] }),
      })),
      showInstructions: false,
    }))
  if (isCancel(service)) return undefined

  const language =
    typed.lang ??
    (await select<Language>({
      ...on,
      message:
        lang === 'ko' ? '메시지와 설명을 어느 언어로 쓸까요?' : 'In which language are these messages and their hints?',
      options: [
        { value: 'ko', label: '한국어' },
        { value: 'en', label: 'English' },
      ],
      initialValue: lang,
      showInstructions: false,
    }))
  if (isCancel(language)) return undefined

  err('\n')
  return { folder: resolve(cwd, dir), service, lang: language }
}

const notAFolder: Text = {
  en: 'There is a file of this name; name a folder.',
  ko: '같은 이름의 파일이 있습니다. 폴더를 지정하세요.',
}

export function isFolderOrNothing(path: string): boolean {
  const stats = lstatOf(path)
  return stats === undefined || isFolder(path)
}
