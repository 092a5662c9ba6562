import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { DeployEvent } from '../../src/deploy/deploy.ts'
import type { Emulator } from '../../src/emulator/emulator.ts'
import { startEmulator } from '../../src/emulator/start-emulator.ts'
import { openProject } from '../../src/library/open-project.ts'
import type { DeployOutput, OpenProjectOptions, ProjectSession } from '../../src/library/project-session.ts'
import { deployProject, environment, friendtalk, hello, type ProjectOptions } from '../cli/deploy-project.ts'
import { type Gate, gateBefore } from '../emulator/gate.ts'
import { tempFolder } from '../project/temp-folder.ts'

const release = 'r1'
const target = 'local'
const recipients = 25

let emulator: Emulator
let gate: Gate
const opened: ProjectSession[] = []

beforeAll(async () => {
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value)
  vi.stubEnv('XDG_STATE_HOME', tempFolder())
  emulator = await startEmulator()
  gate = await gateBefore(emulator)
})

beforeEach(() => {
  emulator.reset()
  gate.open()
})

afterAll(async () => {
  await Promise.all(opened.map((project) => project.close()))
  await emulator.close()
  vi.unstubAllEnvs()
})

async function projectAt(path: string, options?: OpenProjectOptions): Promise<ProjectSession> {
  const project = await openProject(path, options)
  opened.push(project)
  return project
}

function projectFor(options?: ProjectOptions): Promise<ProjectSession> {
  return projectAt(deployProject(emulator, options))
}

/** Plans and sends what was planned. */
async function sendAll(
  project: ProjectSession,
  control: Parameters<ProjectSession['deploy']>[1] = {},
): Promise<DeployOutput> {
  const { digest } = await project.plan({ target, release })
  return project.deploy({ target, release, confirm: digest, newLedger: true }, control)
}

function receivers(): readonly string[] {
  const messages = emulator.messages({ verdict: 'accepted', limit: 1_000 })
  return messages.map(({ receiverNumber }) => receiverNumber).toSorted()
}

const everybody = Array.from({ length: recipients }, (_, index) => `010${73_310_000 + index}`)

describe('a project in a program', () => {
  it('is linted, compiled, planned, sent and looked at', async () => {
    const project = await projectFor()
    const { summary, diagnostics } = await project.lint()
    expect({ summary, diagnostics }).toEqual({
      summary: { files: 1, errors: 0, warnings: 0, fixable: 0 },
      diagnostics: [],
    })
    const { templates } = await project.compile()
    expect(templates.map(({ id, service_id }) => [id, service_id])).toEqual([['hello', 'ft-text']])
    const plan = await project.plan({ target, release })
    if (plan.state === 'refused') throw new Error(plan.description)
    expect(plan.messages[0]?.recipients).toMatchObject({ count: recipients, new: recipients })
    const events: DeployEvent['type'][] = []
    const end = await project.deploy(
      { target, release, confirm: plan.digest, newLedger: true },
      { onEvent: ({ type }) => events.push(type) },
    )
    expect(end).toMatchObject({ state: 'done', reason: 'done', release, target, counts: { accepted: recipients } })
    expect(end).not.toHaveProperty('description')
    expect([...new Set(events)]).toEqual(['found', 'plan', 'opened', 'sending', 'request', 'sent'])
    expect(receivers()).toEqual(everybody)
    const { releases } = await project.status({ target, release })
    const { reason: _, ...values } = end as Extract<DeployOutput, { readonly reason: 'done' }>
    expect(releases).toEqual([values])
  })
})
