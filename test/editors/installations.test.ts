import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject, it } from 'vitest'
import { tempFolder, textMessage } from '../project/temp-folder.ts'
import { exampleProject, exampleWithVersion, openFolder, sees, setVersion, soon } from './workbench.ts'

const longName = '이번 주말 신상품 모두 둘러보기'

/** A message that no other example has, with one button whose name is too long. */
function messageIn(folder: string, name: string): void {
  const message = `${textMessage('안녕하세요.', 'ad_flag: N\n')}\n- [${longName}](https://m.shop.example.com/${name})\n`
  writeFileSync(join(folder, 'messages', `${name}.md`), message)
}

/** The friendtalk of a project that was started last, as the extension writes it down: version and whose it is. */
function startedIn(folder: string): string | undefined {
  const logs = join(inject('codeServer').userFolder, '../logs')
  const lines = readdirSync(logs, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('friendtalk.log'))
    .flatMap((path) => readFileSync(join(logs, path), 'utf8').split('\n'))
  const last = lines.findLast((line) => line.includes(`: ${folder}/`))
  return /friendtalk (\S+ \(\w+\)):/.exec(last ?? '')?.[1]
}

it('each folder is served by its own friendtalk, by another as soon as that is installed, or by one that is named', async () => {
  const [one, other, none] = [
    exampleWithVersion('campaign', '7.0.1'),
    exampleWithVersion('campaign', '7.0.2'),
    exampleProject('campaign', 'none'),
  ]
  const folders = { one, other, none }
  for (const [name, folder] of Object.entries(folders)) messageIn(folder, name)
  const workspace = join(tempFolder(), 'all.code-workspace')
  writeFileSync(workspace, JSON.stringify({ folders: Object.entries(folders).map(([name, path]) => ({ name, path })) }))
  const window = await openFolder(workspace, { lang: 'en', trust: 'yes' })
  const { page } = window
  for (const name of Object.keys(folders)) {
    await window.openFile(`${name}.md`)
    await sees(`the limit of ${name}.md`, window.limit())
  }
  await page.keyboard.press('ControlOrMeta+Shift+M')
  // Each is checked by one server, not by all.
  await soon('one problem in each folder', () => window.problems()).toHaveLength(3)
  await window.picture('problems')
  await soon('the friendtalk of one', () => startedIn(one)).toBe('7.0.1 (project)')
  await soon('the friendtalk of the other', () => startedIn(other)).toBe('7.0.2 (project)')

  setVersion(other, '7.0.3')
  await soon('the version that is installed', () => startedIn(other)).toBe('7.0.3 (project)')
  // A folder without one is lent that of another.
  mkdirSync(join(none, '.vscode'))
  const lent = join(exampleWithVersion('campaign', '7.0.5'), 'node_modules/friendtalk')
  writeFileSync(join(none, '.vscode/settings.json'), JSON.stringify({ 'friendtalk.path': lent }))
  await soon('the friendtalk of the setting', () => startedIn(lent)).toBe('7.0.5 (settings)')
  await soon('one problem in each folder', () => window.problems()).toHaveLength(3)
})
