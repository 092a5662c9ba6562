import { allNearest } from '../language/nearest.ts'
import type { Language } from '../words/language.ts'
import { suggestionIn } from '../words/phrases.ts'
import type { ArgumentProblem, Expected } from './typed-command.ts'

/** Words a wrong use of the command line, with the name that was likely meant. */
export function argumentProblemIn(language: Language, problem: ArgumentProblem): string {
  const said = language === 'ko' ? inKorean(problem) : inEnglish(problem)
  const suggestions = suggestionsOf(problem)
  const suggestion = suggestions.length > 0 ? suggestions.join(language === 'ko' ? '" 또는 "' : '" or "') : undefined
  return said + suggestionIn[language](suggestion)
}

function inEnglish(problem: ArgumentProblem): string {
  switch (problem.type) {
    case 'option-unknown':
      return `There is no option ${problem.option}.`
    case 'command-unknown':
      return `There is no command ${problem.command}.`
    case 'argument-missing':
      return `The argument <${problem.argument}> is missing.`
    case 'value-missing':
      return `${problem.option} needs a value: ${problem.usage}.`
    case 'too-many-arguments':
      return `There are too many arguments for ${problem.command}.`
    case 'value-invalid':
      return `${problem.subject} cannot be "${problem.value}". ${expectedInEnglish(problem.expected)}`
  }
}

function inKorean(problem: ArgumentProblem): string {
  switch (problem.type) {
    case 'option-unknown':
      return `${problem.option} 옵션은 없습니다.`
    case 'command-unknown':
      return `${problem.command} 명령은 없습니다.`
    case 'argument-missing':
      return `<${problem.argument}> 인자가 빠졌습니다.`
    case 'value-missing':
      return `${problem.option} 옵션에 값이 빠졌습니다: ${problem.usage}`
    case 'too-many-arguments':
      return `${problem.command} 명령에 인자가 너무 많습니다.`
    case 'value-invalid':
      return `${problem.subject}에 "${problem.value}" 값을 쓸 수 없습니다. ${expectedInKorean(problem.expected)}`
  }
}

function expectedInEnglish(expected: Expected): string {
  if (typeof expected === 'object') return `It is one of ${expected.choices.join(', ')}.`
  switch (expected) {
    case 'whole-number':
      return 'Write a whole number.'
    case 'number-above-0':
      return 'Write a whole number above 0.'
    case 'schema-name':
      return 'Write at most 63 letters from a to z, digits and "_", the first no digit and not "pg_".'
    case 'file-behind-equals':
      return 'Name a file after the =, or leave out the =.'
  }
}

function expectedInKorean(expected: Expected): string {
  if (typeof expected === 'object') return `${expected.choices.join(', ')} 중에서 고르세요.`
  switch (expected) {
    case 'whole-number':
      return '정수를 쓰세요.'
    case 'number-above-0':
      return '1 이상의 정수를 쓰세요.'
    case 'schema-name':
      return '영문 소문자, 숫자, "_"로 63자까지 쓰고, 숫자나 "pg_"로 시작하지 마세요.'
    case 'file-behind-equals':
      return '= 뒤에 파일을 쓰거나 =를 빼세요.'
  }
}

function suggestionsOf(problem: ArgumentProblem): readonly string[] {
  switch (problem.type) {
    case 'option-unknown':
      return problem.suggestion === undefined ? [] : [problem.suggestion]
    case 'command-unknown':
      return problem.suggestions
    case 'value-invalid': {
      const { value, expected } = problem
      const choices = typeof expected === 'object' ? expected.choices : []
      return allNearest(value.split('=')[0] ?? '', choices).slice(0, 1)
    }
    case 'argument-missing':
    case 'value-missing':
    case 'too-many-arguments':
      return []
  }
}
