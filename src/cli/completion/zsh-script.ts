import type { CommandModel, FlagModel, Values } from './completion.ts'

/** A script for zsh: it can be evaluated, or saved as `_friendtalk` in a folder of `$fpath`. */
export function zshScript(commands: readonly CommandModel[]): string {
  return `#compdef friendtalk
# Completion of friendtalk for zsh: add this line to ~/.zshrc, after compinit
#   eval "$(friendtalk completion zsh)"
_friendtalk() {
  local context state state_descr line
  typeset -A opt_args
  _arguments -C '(- *)'{-h,--help}'[help]' '(- *)'{-V,--version}'[version]' '1: :->command' '*:: :->arguments'
  case $state in
    command)
      local -a commands=(
${commands.map(({ name, description }) => `        ${quoted(`${name}:${description}`)}`).join('\n')}
      )
      _describe -t commands command commands
      ;;
    arguments)
      case $words[1] in
${commands.map(commandCase).join('\n')}
      esac
      ;;
  esac
}
if [[ $funcstack[1] == _friendtalk ]]; then
  _friendtalk "$@"
else
  compdef _friendtalk friendtalk
fi
`
}

function commandCase({ name, flags, args, isVariadic }: CommandModel): string {
  const specs = [
    ...flags.flatMap(flagSpecs),
    ...args.map((values, index) => {
      const place = isVariadic && index === args.length - 1 ? '*' : String(index + 1)
      return quoted(`${place}: :${action(values)}`)
    }),
  ]
  return `        ${name})\n          _arguments -S ${specs.join(' \\\n            ')}\n          ;;`
}

function flagSpecs({ names, description, value, isOptional }: FlagModel): string[] {
  const text = description.replaceAll(/[[\]\\:]/g, '\\$&')
  return names.map((name) => {
    // A value follows as the next word or behind a sign; one that may be left out behind the sign alone.
    const taking = value === undefined ? '' : isOptional ? '=-' : '='
    const after = value === undefined ? '' : `:${isOptional ? ':' : ''} :${action(value)}`
    return quoted(`${name.startsWith('--') ? '*' : ''}${name}${taking}[${text}]${after}`)
  })
}

function action(values: Values): string {
  switch (values.type) {
    case 'words':
      return `(${values.words.join(' ')})`
    case 'files':
      return '_files'
    case 'folders':
      return '_files -/'
    case 'messages':
      return '_files -g "*.md"'
    case 'anything':
      return ' '
  }
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
