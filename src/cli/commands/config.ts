import { relative } from 'node:path'
import { isPhoneNumber, maskNumber, normalizeMobileNumber } from '../../text/phone-number.ts'
import { openProject } from '../../session/session.ts'
import { command } from '../command.ts'
import { printableJsonText } from '../../words/printable.ts'

/** `config`: prints the effective configuration. Of a secret it says the variable, and whether that is set. */
export const definition = command({
  usage: 'config',
  examples: ['friendtalk config'],
  options: {},
  async run({ options, terminal }) {
    const { root, configFile, config } = await openProject(options, terminal)
    const effective = {
      root,
      configFile: configFile === undefined ? null : relative(root, configFile),
      ...config,
      // JSON has no functions.
      plugins: config.plugins.map(({ id }) => id),
    }
    return { text: `${printableJsonText(JSON.stringify(effective, redacted, 2))}\n` }
  },
})

function redacted(_key: string, value: unknown): unknown {
  if (typeof value === 'string') {
    return isPhoneNumber(value) || normalizeMobileNumber(value) !== undefined ? maskNumber(value) : value
  }
  if (typeof value !== 'object' || value === null || !('env' in value) || typeof value.env !== 'string') return value
  return { env: value.env, set: process.env[value.env] !== undefined }
}
