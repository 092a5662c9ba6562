import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { exampleProject, openFolder, sees, soon } from './workbench.ts'

it('nothing of a folder is run before it is trusted', async () => {
  const project = exampleProject('campaign')
  const config = join(project, 'friendtalk.config.ts')
  const trace = join(project, 'configuration-was-run')
  writeFileSync(
    config,
    `import { writeFileSync } from 'node:fs'\nwriteFileSync(${JSON.stringify(trace)}, '')\n${readFileSync(config, 'utf8')}`,
  )
  const window = await openFolder(project, { lang: 'en', trust: 'no' })
  const { page } = window
  await window.openFile('summer-open.md')
  // The message is checked and shown, by the friendtalk of the extension.
  await sees('the tightest limit in the status bar', window.limit())
  await window.run('friendtalk: Open Phone Preview to the Side')
  await sees('the phone', window.phone().getByText('기획전 둘러보기'))
  await page.keyboard.press('ControlOrMeta+Shift+M')
  await soon('what is said of the configuration', () => window.problems()).toEqual([
    expect.stringContaining('friendtalk.config.ts'),
  ])
  await window.picture('restricted')
  await page.keyboard.press('F1')
  await window.type('>friendtalk: ')
  await sees('the commands', window.entries().filter({ hasText: 'Explain Rule' }))
  const offered = (await window.entries().allInnerTexts()).join('\n')
  for (const command of ['New Message', 'Lint Project', 'Send to Emulator']) expect(offered).not.toContain(command)
  await page.keyboard.press('Escape')
  expect(existsSync(trace)).toBe(false)

  // Once it is trusted, its own friendtalk runs its configuration.
  await window.run('Workspaces: Manage Workspace Trust')
  await page.locator('.workspace-trust-editor').getByRole('button', { name: 'Trust', exact: true }).click()
  await soon('the configuration to be run', () => existsSync(trace)).toBe(true)
  await soon('the problem to be gone', () => window.problems()).toEqual([])
  await window.picture('trusted')
})
