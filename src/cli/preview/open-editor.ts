import { basename } from 'node:path'
import type { EditorPlace } from '../../web/preview/preview.ts'

/** A command line that opens a file, made for a place in it. */
type EditorCommand = (place: EditorPlace) => readonly [string, ...string[]]

type PlaceArguments = (place: EditorPlace) => readonly string[]

const withGoto: PlaceArguments = ({ file, line, column }) => ['-g', `${file}:${line}:${column}`]
const withColons: PlaceArguments = ({ file, line, column }) => [`${file}:${line}:${column}`]
const withLine: PlaceArguments = ({ file, line }) => ['--line', String(line), file]
const withPlus: PlaceArguments = ({ file, line }) => [`+${line}`, file]

/** Editors with a window of their own, and how each is told a place. One that runs in the terminal would take it over. */
const editors: Readonly<Record<string, PlaceArguments>> = {
  code: withGoto,
  'code-insiders': withGoto,
  codium: withGoto,
  cursor: withGoto,
  windsurf: withGoto,
  zed: withColons,
  subl: withColons,
  idea: withLine,
  webstorm: withLine,
  kate: withLine,
  mate: withLine,
  gedit: withPlus,
  'gnome-text-editor': withPlus,
}

/**
 * Finds the editor that the environment names: LAUNCH_EDITOR, VISUAL or EDITOR, or the one whose terminal this is.
 *
 * @returns undefined where there is none with a window of its own
 */
export function findEditor(env: NodeJS.ProcessEnv): EditorCommand | undefined {
  const launched = commandOf(env['LAUNCH_EDITOR'])
  if (launched !== undefined) {
    const place = placeOf(launched) ?? (({ file }) => [file])
    return (at) => [...launched, ...place(at)]
  }
  const inTerminal = env['TERM_PROGRAM'] === 'vscode' ? 'code' : undefined
  for (const typed of [env['VISUAL'], env['EDITOR'], inTerminal]) {
    const command = commandOf(typed)
    const place = command && placeOf(command)
    if (place) return (at) => [...command, ...place(at)]
  }
  return undefined
}

function placeOf([program]: readonly [string, ...string[]]): PlaceArguments | undefined {
  const name = basename(program).replace(/\.(?:exe|cmd)$/i, '')
  return Object.hasOwn(editors, name) ? editors[name] : undefined
}

/** Returns the program and arguments of a variable such as `code --wait`; quotes keep a path with spaces together. */
function commandOf(typed = ''): readonly [string, ...string[]] | undefined {
  const parts = Array.from(
    typed.matchAll(/"([^"]*)"|'([^']*)'|\S+/g),
    ([all, double, single]) => double ?? single ?? all,
  )
  const [program, ...args] = parts
  return program === undefined || program === '' ? undefined : [program, ...args]
}
