import type { Span, TextEdit } from '../diagnostic.ts'
import { isVariableName } from '../language/pieces.ts'
import { lineEndOf, lineStartOf } from '../rules/lines.ts'
import type { Say, Text } from '../words/language.ts'
import { type MessageText, touches } from './message-text.ts'
import { outlineOf } from './yaml-place.ts'

export interface VariablePlaces {
  readonly name: string
  readonly at: Span
  readonly declaration?: Span
  readonly uses: readonly Span[]
}

export function variableAt(text: MessageText, offset: number): VariablePlaces | undefined {
  const { uses, declared } = text
  const use = uses.find(({ span }) => touches(span, offset))
  const declaration = declared.find(({ nameSpan }) => touches(nameSpan, offset))
  const name = use?.name ?? declaration?.name
  const at = use?.nameSpan ?? declaration?.nameSpan
  if (name === undefined || at === undefined) return undefined
  const declarationSpan = declared.find((one) => one.name === name)?.nameSpan
  return {
    name,
    at,
    ...(declarationSpan && { declaration: declarationSpan }),
    uses: uses.filter((one) => one.name === name).map(({ nameSpan }) => nameSpan),
  }
}

/** Returns the edits that rename a variable, or why it cannot be renamed. */
export function renameVariable(text: MessageText, offset: number, newName: string): readonly TextEdit[] | Text {
  const found = variableAt(text, offset)
  const name = newName
    .trim()
    .replace(/^#\{(.*)\}$/s, '$1')
    .normalize('NFC')
  if (found === undefined) return { en: 'There is no variable here.', ko: '여기에는 변수가 없습니다.' }
  if (!isVariableName(name)) {
    return {
      en: `"${name}" is no name of a variable: 1 to 32 letters, digits or "_".`,
      ko: `"${name}"은(는) 변수 이름으로 쓸 수 없습니다. 문자, 숫자, "_"로 1~32자를 적으세요.`,
    }
  }
  const isTaken = name !== found.name && text.declared.some((one) => one.name === name)
  if (isTaken) {
    return { en: `There is a variable "${name}" already.`, ko: `변수 "${name}"이(가) 이미 있습니다.` }
  }
  const spans = [...(found.declaration ? [found.declaration] : []), ...found.uses]
  return spans.map((span) => ({ ...span, text: name })).toSorted((a, b) => a.start - b.start)
}

/** The edit that declares a variable under `vars`; undefined where there is no frontmatter to declare it in. */
export function declareVariable(text: MessageText, name: string): TextEdit | undefined {
  const { source, document } = text
  const region = text.regions.find(({ where }) => where === 'frontmatter')
  if (region === undefined || document.frontmatter === undefined) return undefined
  const ending = /\r\n|\n|\r/.exec(source)?.[0] ?? '\n'
  const entries = outlineOf(source, region)
  const vars = entries.find(({ path }) => path.length === 1 && path[0] === 'vars')
  const declaration = `${name}: { max: 10, example: ${name} }`
  if (vars === undefined) {
    const at = region.content.end
    return { start: at, end: at, text: `vars:${ending}  ${declaration}${ending}` }
  }
  const children = entries.filter(({ path }) => path.length === 2 && path[0] === 'vars')
  const flow = source.slice(vars.value.start, vars.value.end)
  if (flow.startsWith('{') && flow.endsWith('}')) {
    const at = vars.value.end - 1
    const isEmpty = flow.slice(1, -1).trim() === ''
    return { start: at, end: at, text: `${isEmpty ? ' ' : ', '}${declaration} ` }
  }
  if (flow !== '' && !flow.startsWith('#')) return undefined
  const last = children.at(-1)
  const after = lineEndOf(source, last?.entry.end ?? vars.entry.start)
  const indentation =
    last === undefined ? '  ' : source.slice(lineStartOf(source, last.keySpan.start), last.keySpan.start)
  return { start: after, end: after, text: `${ending}${indentation}${declaration}` }
}

/** Says what a variable of the configuration is. */
export function constantText(text: string, say: Say): string {
  return say(`A constant of the configuration: ${text}`, `설정의 \`values\`에 있는 값: ${text}`)
}
