import { command } from '../command.ts'
import { relative } from 'node:path'
import { isPhoneNumber, maskNumber, normalizeMobileNumber } from '../../text/phone-number.ts'
import { openProject } from '../../session/session.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { printableJsonText } from '../../words/printable.ts'
import type { GlobalFlags, Terminal } from '../terminal/terminal.ts'

export const definition = command({
  usage: 'config',
  examples: ['friendtalk config'],
  options: [],
  run: (terminal: Terminal, flags: GlobalFlags) => configCommand(flags, terminal),
})

/** `config`: prints the effective configuration. Of a secret it says the variable, and whether that is set. */
async function configCommand(flags: GlobalFlags, terminal: Terminal): Promise<ExitCode> {
  const project = await openProject(flags, terminal)
  const { root, configFile, config } = project
  const effective = {
    root,
    configFile: configFile === undefined ? null : relative(root, configFile),
    ...config,
    // Functions are no JSON.
    plugins: config.plugins.map(({ id }) => id),
  }
  terminal.out(`${printableJsonText(JSON.stringify(effective, redacted, 2))}\n`)
  return exitCodes.done
}

function redacted(_key: string, value: unknown): unknown {
  if (typeof value === 'string') return isNumber(value) ? maskNumber(value) : value
  if (typeof value !== 'object' || value === null || !('env' in value) || typeof value.env !== 'string') return value
  return { env: value.env, set: process.env[value.env] !== undefined }
}

function isNumber(text: string): boolean {
  return isPhoneNumber(text) || normalizeMobileNumber(text) !== undefined
}
