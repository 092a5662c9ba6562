import { execFile } from 'node:child_process'
import { type Installation, language, nodeEnvironment } from './installation.ts'

/** The end of a command of friendtalk. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a command of friendtalk to its end. */
export function runFriendtalk({ main }: Installation, args: readonly string[], cwd: string): Promise<Ended> {
  const env = { ...process.env, ...nodeEnvironment, NO_COLOR: '1' }
  return new Promise((resolve) => {
    execFile(process.execPath, [main, ...args, '--lang', language()], { cwd, env }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === 'number' ? error.code : 70
      resolve({ code, stdout, stderr: stderr === '' ? (error?.message ?? '') : stderr })
    })
  })
}
