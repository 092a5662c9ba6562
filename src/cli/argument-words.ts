import type { CommanderError } from 'commander'
import type { Language } from '../words/language.ts'

/** What the command-line library says of wrong arguments, in Korean; its own English sentences stay. */
const korean: { readonly [code: string]: (parts: readonly string[], message: string) => string } = {
  'commander.unknownOption': ([option]) => `${option} 옵션은 없습니다.`,
  'commander.unknownCommand': ([command]) => `${command} 명령은 없습니다.`,
  'commander.missingArgument': ([argument]) => `${argument} 인자가 빠졌습니다.`,
  'commander.optionMissingArgument': ([option]) => `${option} 옵션에 값이 빠졌습니다.`,
  'commander.excessArguments': () => '인자가 너무 많습니다.',
  'commander.invalidArgument': ([subject, value], message) => {
    const choices = /Allowed choices are ([^.]*)\./.exec(message)?.[1]
    const allowed = choices === undefined ? '' : ` ${choices} 중에서 고르세요.`
    return `${subject}에 "${value}" 값을 쓸 수 없습니다.${allowed}`
  },
}

/** Words a wrong use of the command line, with the name that was likely meant. */
export function argumentProblem({ code, message }: CommanderError, language: Language): string {
  const [sentence = '', ...more] = message.replace(/^error: /, '').split('\n')
  const meant = /\(Did you mean (?:one of )?(.+)\?\)/.exec(more.join('\n'))?.[1]
  const parts = [...sentence.matchAll(/'([^']*)'/g)].map(([, part]) => part ?? '')
  const word = language === 'ko' ? korean[code] : undefined
  if (word === undefined) {
    const capital = sentence.charAt(0).toUpperCase() + sentence.slice(1)
    return `${capital.endsWith('.') ? capital : `${capital}.`}${meant === undefined ? '' : ` Did you mean ${meant}?`}`
  }
  return `${word(parts, sentence)}${meant === undefined ? '' : ` ${meant}의 오타인지 확인하세요.`}`
}

/** Where to look further. */
export const seeHelp: { readonly [L in Language]: string } = {
  en: 'Run with --help for what there is.',
  ko: '쓸 수 있는 것은 --help로 볼 수 있습니다.',
}
