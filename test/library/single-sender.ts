import { vi } from 'vitest'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { openProject } from '../../src/library/open-project.ts'
import type { OpenProjectOptions, ProjectSession } from '../../src/library/project-session.ts'
import { createSender, type SenderChoice, type SenderSession, type MessageToSend } from '../../src/library/sender.ts'
import { deployProject, environment, type ProjectOptions } from '../cli/deploy-project.ts'
import { afterEachFile } from '../ending.ts'
import { tempFolder } from '../project/temp-folder.ts'

export const target = 'local'

const closing: (() => Promise<unknown>)[] = []

afterEachFile(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

/** Has the secrets that the projects need in the environment, and a folder of state of its own. */
export function stubEnvironment(): void {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  vi.stubEnv('XDG_STATE_HOME', tempFolder())
}

export async function projectAt(root: string, options?: OpenProjectOptions): Promise<ProjectSession> {
  const project = await openProject(root, options)
  closing.push(project.close)
  return project
}

export async function senderOf(project: ProjectSession, choice: SenderChoice = {}): Promise<SenderSession> {
  const sender = await createSender(project, { target, newLedger: true, ...choice })
  if (sender.state !== 'open') throw new Error(JSON.stringify(sender))
  closing.push(sender.close)
  return sender
}

/** A project with a sender. */
export async function sending(
  emulator: Pick<Emulator, 'url'>,
  options: ProjectOptions = {},
): Promise<{ readonly root: string; readonly project: ProjectSession; readonly sender: SenderSession }> {
  // Another machine, as it were: one that knows a ledger of the account begins no other one.
  vi.stubEnv('XDG_STATE_HOME', tempFolder())
  const root = deployProject(emulator, options)
  const project = await projectAt(root)
  return { root, project, sender: await senderOf(project) }
}

/** The message of an order; the number is another one for each. */
export function order(number: number, changes: Partial<MessageToSend> = {}): MessageToSend {
  const to = `010${73_310_000 + number}`
  return { release: `order-${number}`, id: 'hello', to, values: { name: `고객${number}호` }, ...changes }
}

/** Whom the service took messages for. */
export function receivers(emulator: Emulator): readonly string[] {
  return emulator.messages({ verdict: 'accepted', limit: 100_000 }).map(({ receiverNumber }) => receiverNumber)
}
