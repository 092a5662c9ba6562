import type { CommandModel, FlagModel, Values } from './completion.ts'

/** A script for fish: it can be sourced, or saved in `~/.config/fish/completions/friendtalk.fish`. */
export function fishScript(commands: readonly CommandModel[]): string {
  const lines = [
    '# Completion of friendtalk for fish: add this line to ~/.config/fish/config.fish',
    '#   friendtalk completion fish | source',
    positionFunction(commands),
    'complete -c friendtalk -e',
    'complete -c friendtalk -f',
    'complete -c friendtalk -n __fish_use_subcommand -s h -l help',
    'complete -c friendtalk -n __fish_use_subcommand -s V -l version',
    ...commands.map(
      ({ name, description }) => `complete -c friendtalk -n __fish_use_subcommand -a ${name} -d ${quoted(description)}`,
    ),
    ...commands.flatMap((command) => [
      ...command.flags.map((flag) => `${within(command)} ${flagPart(flag)}`),
      ...command.args.map((values, index) => `${within(command, index)}${valuePart(values)}`),
    ]),
  ]
  return `${lines.join('\n')}\n`
}

/** Counts the arguments before the word that is completed: the values of flags are none. */
function positionFunction(commands: readonly CommandModel[]): string {
  const flags = commands.flatMap((command) => command.flags)
  const taking = flags.filter(({ value, isOptional }) => value !== undefined && !isOptional)
  return `function __friendtalk_arguments
    set -l count 0
    set -l skip 0
    for word in (commandline -opc)[3..-1]
        if test $skip -eq 1
            set skip 0
            continue
        end
        switch $word
            case ${[...new Set(taking.flatMap(({ names }) => names))].join(' ')}
                set skip 1
            case '-*'
            case '*'
                set count (math $count + 1)
        end
    end
    echo $count
end`
}

/** The condition that a command is typed, and where it matters that so many arguments follow it. */
function within({ name, args, isVariadic }: CommandModel, index?: number): string {
  const isLast = isVariadic && index === args.length - 1
  const count = index === undefined || isLast ? '' : `; and test (__friendtalk_arguments) -eq ${index}`
  return `complete -c friendtalk -n ${quoted(`__fish_seen_subcommand_from ${name}${count}`)}`
}

function flagPart({ names, description, value, isOptional }: FlagModel): string {
  const parts = names.map((name) => (name.startsWith('--') ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`))
  const described = description === '' ? '' : ` -d ${quoted(description)}`
  const required = value === undefined || isOptional ? '' : value.type === 'files' ? ' -r' : ' -x'
  return `${parts.join(' ')}${described}${required}${value === undefined ? '' : valuePart(value)}`
}

function valuePart(values: Values): string {
  switch (values.type) {
    case 'words':
      return ` -a ${quoted(values.words.join(' '))}`
    case 'files':
      return ' -F'
    case 'folders':
      return " -a '(__fish_complete_directories)'"
    case 'messages':
      return ` -a '(__fish_complete_suffix .md | string match -r ".*(?:/|\\\\.md)(?:\\t.*)?\\$")'`
    case 'anything':
      return ''
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
