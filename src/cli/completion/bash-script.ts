import type { CommandModel, FlagModel, Values } from './completion.ts'

/** A script for bash 3.2 and newer, which needs no other package. */
export function bashScript(commands: readonly CommandModel[]): string {
  return `# Completion of friendtalk for bash: add this line to ~/.bashrc
#   eval "$(friendtalk completion bash)"
_friendtalk() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev='' command='' flags='' values='' i word position=0 skip=''
  ((COMP_CWORD > 0)) && prev=\${COMP_WORDS[COMP_CWORD-1]}
  # bash takes --flag=value apart at the sign.
  if [[ $cur == = ]]; then cur=''
  elif [[ $prev == = ]] && ((COMP_CWORD > 1)); then prev=\${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if [[ -n $skip ]]; then [[ $word == = ]] || skip=''; continue; fi
    if [[ -z $command ]]; then [[ $word == -* ]] || command=$word; continue; fi
    case "$command $word" in
${commands
  .map(takingPattern)
  .filter((line) => line !== '')
  .join('\n')}
      *' -'* | *' =') ;;
      *) ((position++)) ;;
    esac
  done
  case "$command $prev" in
${commands.flatMap(flagCases).join('\n')}
  esac
  if [[ -z $values ]]; then
    case "$command" in
      '') values='words'; flags='${['--help', '--version', ...commands.map(({ name }) => name)].join(' ')}' ;;
${commands.map(commandCase).join('\n')}
    esac
    [[ $cur == -* || -z $values ]] && values='words'
  fi
  COMPREPLY=()
  local IFS=$'\\n'
  case $values in
    words) IFS=' ' ; set -- $flags; IFS=$'\\n'; COMPREPLY=($(compgen -W "$*" -- "$cur")) ;;
    files) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")) ;;
    folders) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur")) ;;
    messages) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -d -- "$cur"; compgen -f -X '!*.md' -- "$cur")) ;;
  esac
}
complete -F _friendtalk friendtalk
`
}

/** The flags whose value is the next word, so that it is not counted as an argument. */
function takingPattern({ name, flags }: CommandModel): string {
  const taking = flags
    .filter(({ value, isOptional }) => value !== undefined && !isOptional)
    .flatMap(({ names }) => names)
  return taking.length === 0 ? '' : `      ${taking.map((flag) => `'${name} ${flag}'`).join(' | ')}) skip=1 ;;`
}

function flagCases({ name, flags }: CommandModel): string[] {
  return flags.flatMap((flag) => {
    const set = valueAssignment(flag)
    return set === '' ? [] : [`    ${flag.names.map((one) => `'${name} ${one}'`).join(' | ')}) ${set} ;;`]
  })
}

function valueAssignment({ value, isOptional }: FlagModel): string {
  // What a flag need not have may as well be the next argument.
  return value === undefined || isOptional ? '' : assignment(value)
}

function assignment(values: Values): string {
  return values.type === 'words' ? `values='words'; flags='${values.words.join(' ')}'` : `values='${values.type}'`
}

function commandCase({ name, flags, args, isVariadic }: CommandModel): string {
  const names = flags.flatMap((flag) => flag.names).join(' ')
  const places = args.map((values, index) => {
    const pattern = isVariadic && index === args.length - 1 ? '*' : String(index)
    return `${pattern}) ${assignment(values)} ;;`
  })
  const arguments_ = places.length === 0 ? '' : ` else case $position in ${places.join(' ')} esac;`
  return `      '${name}') if [[ $cur == -* ]]; then flags='${names}';${arguments_ === '' ? ` else flags='${names}';` : arguments_} fi ;;`
}
