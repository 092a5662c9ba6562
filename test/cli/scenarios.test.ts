import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../project/temp-folder.ts'
import { runCli } from './run-inside.ts'
import { parseScenario } from './scenario.ts'

const folder = new URL('../scenarios/', import.meta.url)
const scenarios = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .toSorted()
  .map((name) => ({ name, ...parseScenario(readFileSync(new URL(name, folder), 'utf8')) }))

describe('the command line', () => {
  it.each(scenarios)('$title ($name)', async (scenario) => {
    const { files, env, args, exitCode, stdout, stderr, neverPrinted, filesAfter } = scenario
    const root = tempFolder(files)
    const shown = (text: string): string => text.replaceAll(root, '{root}')
    const result = await runCli(args, { cwd: root, env })
    expect({ ...result, stdout: shown(result.stdout), stderr: shown(result.stderr) }).toEqual({
      code: exitCode,
      stdout: stdout ?? expect.any(String),
      stderr,
    })
    if (stdout === undefined) expect(() => JSON.parse(result.stdout)).not.toThrow()
    for (const text of neverPrinted) expect(result.stdout + result.stderr).not.toContain(text)
    if (filesAfter !== undefined) expect(filesIn(root)).toEqual(filesAfter)
  })
})

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(root.length + 1)
        .replaceAll(sep, '/'),
    )
    .toSorted()
}
