import type { Command } from 'commander'
import { bashScript } from '../completion/bash-script.ts'
import { commandModels } from '../completion/command-model.ts'
import { fishScript } from '../completion/fish-script.ts'
import type { ShellName } from '../completion/shell-names.ts'
import { zshScript } from '../completion/zsh-script.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import type { Terminal } from '../terminal.ts'

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const

/** `completion`: a script that completes commands, flags, their values, rules and message files. */
export function completionCommand(shell: ShellName, program: Command, { out }: Terminal): ExitCode {
  out(scripts[shell](commandModels(program)))
  return exitCodes.done
}
