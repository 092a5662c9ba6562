import type { Command, CommanderError } from 'commander'
import { suggestionFor } from '../language/nearest.ts'
import type { Language } from '../words/language.ts'
import { suggestionIn } from '../words/suggestion.ts'

/** What was wrong with the arguments, as far as the command-line library tells in its sentence. */
interface Parts {
  /** What the sentence quotes, in order. */
  readonly quoted: readonly string[]
  /** What a parser of a value said of it. */
  readonly reason: string
}

type Sentences = { readonly [code: string]: (parts: Parts) => string }

const sentences: { readonly [L in Language]: Sentences } = {
  en: {
    'commander.unknownOption': ({ quoted: [option] }) => `There is no option ${option}.`,
    'commander.unknownCommand': ({ quoted: [command] }) => `There is no command ${command}.`,
    'commander.missingArgument': ({ quoted: [argument] }) => `The argument <${argument}> is missing.`,
    'commander.optionMissingArgument': ({ quoted: [option = ''] }) =>
      `${option.split(' ')[0]} needs a value: ${option}.`,
    'commander.excessArguments': ({ quoted: [command = ''] }) => `There are too many arguments for ${command}.`,
    'commander.invalidArgument': ({ quoted: [subject, value], reason }) => {
      const allowed = allowedIn(reason)
      const expected = allowed.length > 0 ? `It is one of ${allowed.join(', ')}.` : reason
      return `${subject} cannot be "${value}". ${expected}`
    },
  },
  ko: {
    'commander.unknownOption': ({ quoted: [option] }) => `${option} 옵션은 없습니다.`,
    'commander.unknownCommand': ({ quoted: [command] }) => `${command} 명령은 없습니다.`,
    'commander.missingArgument': ({ quoted: [argument] }) => `<${argument}> 인자가 빠졌습니다.`,
    'commander.optionMissingArgument': ({ quoted: [option = ''] }) =>
      `${option.split(' ')[0]} 옵션에 값이 빠졌습니다: ${option}`,
    'commander.excessArguments': ({ quoted: [command = ''] }) => `${command} 명령에 인자가 너무 많습니다.`,
    'commander.invalidArgument': ({ quoted: [subject, value], reason }) => {
      const allowed = allowedIn(reason)
      const expected = allowed.length > 0 ? `${allowed.join(', ')} 중에서 고르세요.` : (koreanReasons[reason] ?? reason)
      return `${subject}에 "${value}" 값을 쓸 수 없습니다. ${expected}`
    },
  },
}

/** What parsers of values say, in Korean. */
const koreanReasons: { readonly [reason: string]: string } = {
  'Write a whole number.': '정수를 쓰세요.',
  'Write a whole number above 0.': '1 이상의 정수를 쓰세요.',
  'Name a file after the =, or leave out the =.': '= 뒤에 파일을 쓰거나 =를 빼세요.',
}

/** Words a wrong use of the command line, with the name that was likely meant. */
export function argumentProblem({ code, message }: CommanderError, language: Language): string {
  const [sentence = '', ...more] = message.replace(/^error: /, '').split('\n')
  const reason = / is invalid(?: for argument '[^']*')?\. (.*)$/.exec(sentence)?.[1] ?? ''
  const quoted = quotedIn(sentence)
  const word = sentences[language][code]
  if (word === undefined) return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}`
  const said = word({ quoted, reason })
  const [, value = ''] = quoted
  const { suggestion } = suggestionFor(value.split('=')[0] ?? '', allowedIn(reason))
  const several = /\(Did you mean (?:one of )?(.+)\?\)/.exec(more.join('\n'))?.[1]
  return (
    said + suggestionIn[language](suggestion ?? several?.split(', ').join(language === 'ko' ? '" 또는 "' : '" or "'))
  )
}

/** The subject and the value of a sentence: an option's flags or an argument's name, and what was typed. */
function quotedIn(sentence: string): string[] {
  const argument = /^command-argument value '(.*)' is invalid for argument '([^']*)'/s.exec(sentence)
  if (argument) return [`<${argument[2]}>`, argument[1] ?? '']
  const option = /^option '([^']*)' argument '(.*)' is invalid\./s.exec(sentence)
  if (option) return [option[1]?.replace(/^-\w, /, '').split(' ')[0] ?? '', option[2] ?? '']
  return Array.from(sentence.matchAll(/'([^']*)'/g), ([, part]) => part ?? '')
}

function allowedIn(reason: string): string[] {
  return (
    /^Allowed choices are ([^.]*)\./
      .exec(reason)?.[1]
      ?.replace(/, each also with =file$/, '')
      .split(', ') ?? []
  )
}

/** The command that a wrong command line was for, or was likely meant for; nothing where there is none. */
export function commandMeant(argv: readonly string[], program: Command): string | undefined {
  const names = program.commands.map((command) => command.name())
  const typed = argv.slice(2).find((arg) => !arg.startsWith('-'))
  if (typed === undefined) return undefined
  return names.includes(typed) ? typed : suggestionFor(typed, names).suggestion
}
