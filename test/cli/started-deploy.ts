import { environment, toLocal } from './deploy-project.ts'
import { type LongRun, startCli } from './run-cli.ts'

/** Starts a deploy of the built program. */
export function startDeploy(root: string, ...args: readonly string[]): LongRun {
  return startCli([...toLocal, ...args], { cwd: root, env: environment })
}
