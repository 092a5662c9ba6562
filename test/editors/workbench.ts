import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Browser, errors, type FrameLocator, type Locator, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { launchBrowser } from '../browser.ts'
import { deadlineMs } from '../deadline.ts'
import { afterEachFile } from '../ending.ts'
import { tempFolder } from '../project/temp-folder.ts'

const repository = fileURLToPath(new URL('../..', import.meta.url))

/** Makes a project of an example, with this friendtalk installed as npm installs it, or with none. */
export function exampleProject(example: string, installation: 'installed' | 'none' = 'installed'): string {
  const folder = tempFolder({}, example)
  cpSync(join(repository, 'examples', example), folder, { recursive: true })
  if (installation === 'installed') {
    mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
    symlinkSync(repository, join(folder, 'node_modules/friendtalk'))
    symlinkSync('../friendtalk/dist/bin/main.js', join(folder, 'node_modules/.bin/friendtalk'))
  }
  return folder
}

// Where Vitest itself is killed nobody would end the browser.
process.once('disconnect', () => process.exit(1))

/** Makes a project like one of an example that has a friendtalk of another version. */
export function exampleWithVersion(example: string, version: string): string {
  const folder = exampleProject(example, 'none')
  const installed = join(folder, 'node_modules/friendtalk')
  mkdirSync(installed, { recursive: true })
  for (const name of ['dist', 'docs', 'schemas', 'templates', 'node_modules'])
    symlinkSync(join(repository, name), join(installed, name))
  setVersion(folder, version)
  return folder
}

/** Makes another version of the friendtalk of a project, as npm does when it installs one. */
export function setVersion(folder: string, version: string): void {
  const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as object
  writeFileSync(join(folder, 'node_modules/friendtalk/package.json'), JSON.stringify({ ...manifest, version }))
}

let launching: Promise<Browser> | undefined
afterEachFile(async () => {
  const browser = await launching
  launching = undefined
  await browser?.close()
})

function sharedBrowser(): Promise<Browser> {
  launching ??= launchBrowser()
  return launching
}

/** A list that has not shown an entry by then is opened once more, as is a workspace without its folders. */
const listMs = 10_000

/** How a window is opened. */
export interface WindowOptions {
  readonly lang: 'en' | 'ko'
  /** What is answered when VS Code asks whether the folder is trusted. */
  readonly trust: 'yes' | 'no'
}

/** Waits until a part of a window is there or gone; says in words which it was when it waited in vain. */
export async function sees(
  what: string,
  locator: Locator,
  state: 'visible' | 'attached' | 'detached' = 'visible',
): Promise<void> {
  try {
    await locator.waitFor({ state })
  } catch (error) {
    if (!(error instanceof errors.TimeoutError)) throw error
    const isGone = state === 'detached' ? ' to go away' : ''
    throw new Error(`Waited in vain for ${what}${isGone}`, { cause: error })
  }
}

/** Returns whether a part of a window comes within the time after which it is asked for once more. */
async function appears(locator: Locator): Promise<boolean> {
  return locator.waitFor({ timeout: listMs }).then(
    () => true,
    () => false,
  )
}

/** Asks a window again and again, and says in words what for when the answer never comes. */
export function soon<T>(what: string, read: () => T | Promise<T>): ReturnType<typeof expect.poll<T>> {
  return expect.poll(read, { message: `Waited in vain for ${what}` })
}

/** Opens a folder, or the folders of a workspace file, in a new window of VS Code, as for somebody who has never used it. */
export async function openFolder(folder: string, { lang, trust }: WindowOptions): Promise<Workbench> {
  const { url, userFolder, pictures } = inject('codeServer')
  // The display language is read whenever a window is opened.
  writeFileSync(join(userFolder, 'argv.json'), JSON.stringify({ locale: lang }))
  const context = await (
    await sharedBrowser()
  ).newContext({
    viewport: { width: 1400, height: 900 },
    locale: lang === 'ko' ? 'ko-KR' : 'en-US',
    reducedMotion: 'reduce',
  })
  const page = await context.newPage()
  page.setDefaultTimeout(deadlineMs)
  const name = expect.getState().currentTestName ?? 'window'
  let shots = 0
  const workbench = new Workbench(page, async (what) => {
    const file = `${name} ${String(++shots)} ${what}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    await page.screenshot({ path: join(pictures, `${file}.png`) })
  })
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await workbench.picture('failed')
    await context.close()
  })
  const isWorkspace = folder.endsWith('.code-workspace')
  const opened = isWorkspace ? 'workspace' : 'folder'
  await page.goto(`${url}/?${opened}=${encodeURIComponent(folder)}`)
  const question = page.locator('.monaco-dialog-box')
  const answers = {
    en: { yes: 'Yes, I trust the authors', no: "No, I don't trust the authors" },
    ko: { yes: '예, 작성자를 신뢰합니다.', no: '아니요, 작성자를 신뢰하지 않습니다.' },
  }
  await sees('the question whether the folder is trusted', question)
  await workbench.picture('trust')
  // VS Code may read the file of a workspace before it can reach the machine, and stays without folders then.
  const folders = page.locator('.explorer-folders-view .monaco-list-row')
  if (isWorkspace) {
    await soon('the folders of the workspace', async () => {
      if (await appears(folders.first())) return true
      await page.reload()
      await sees('the question whether the folder is trusted', question)
      return appears(folders.first())
    }).toBe(true)
  }
  await question.getByRole('button', { name: answers[lang][trust] }).click()
  await sees('the question whether the folder is trusted', question, 'detached')
  return workbench
}

/** A window of VS Code, used with keys and clicks alone. */
export class Workbench {
  readonly page: Page
  /** Takes a screenshot, for people to look at. */
  readonly picture: (what: string) => Promise<void>

  constructor(page: Page, picture: (what: string) => Promise<void>) {
    this.page = page
    this.picture = picture
  }

  /** The editor of a file that is open. */
  editor(name: string): Locator {
    return this.page.locator(`.monaco-editor[data-uri$="${name}"]`)
  }

  /** Opens a file by its name, and waits until its editor has the keyboard. */
  async openFile(name: string): Promise<void> {
    await this.#pick('ControlOrMeta+P', name, name)
    await this.hasKeyboard(name)
  }

  /** Gives the keyboard to an editor that is open, on the left. */
  async focus(name: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+1')
    await this.hasKeyboard(name)
  }

  /** Waits until the editor of a file has the keyboard. */
  async hasKeyboard(name: string): Promise<void> {
    await sees(`the editor of ${name} to have the keyboard`, this.editor(name).locator('textarea:focus'), 'attached')
  }

  /** Runs a command by its name in the command palette. */
  async run(command: string): Promise<void> {
    await this.#pick('F1', `>${command}`, command)
  }

  async #pick(key: string, typed: string, entry: string): Promise<void> {
    const found = this.entries().filter({ hasText: entry }).first()
    // A list that was opened before its entries were known stays without them: it is opened once more.
    await soon(`the entry "${entry}" to pick`, async () => {
      await this.page.keyboard.press('Escape')
      await this.page.keyboard.press(key)
      await this.type(typed)
      return appears(found)
    }).toBe(true)
    await found.click()
  }

  /** Types into the box above the editors, in the place of what it holds. */
  async type(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget input[type=text]')
    await sees(`the box to type "${text}" into`, input)
    await input.fill(text)
  }

  /** Picks an entry of the list above the editors. */
  async choose(text: string): Promise<void> {
    const entry = this.entries().filter({ hasText: text }).first()
    await sees(`the entry "${text}" to pick`, entry)
    await entry.click()
  }

  /** Puts the cursor into the active editor. Lines and columns count from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+G')
    await this.type(`:${String(line)}:${String(column)}`)
    await this.page.keyboard.press('Enter')
    await soon('the cursor to be where it was put', () => this.cursor()).toEqual([line, column])
  }

  /** Line and column of the cursor, as the status bar has them. */
  async cursor(): Promise<readonly number[]> {
    const shown = await this.page.locator('[id="status.editor.selection"]').innerText()
    return [...shown.matchAll(/\d+/g)].map(([digits]) => Number(digits))
  }

  /** What a list to pick from shows. */
  entries(): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row')
  }

  /** The entries of the Problems panel, without those that head the problems of a file. */
  problems(): Promise<readonly string[]> {
    return this.page.locator('.markers-panel .marker-message-details-container').allInnerTexts()
  }

  /** The parts of the phone that are marked as those at the cursor. */
  outlined(): Promise<readonly string[]> {
    return this.phone().locator('.is-at-cursor').allInnerTexts()
  }

  /** Takes a screenshot in dark colours. In an English window. */
  async pictureInDark(what: string): Promise<void> {
    const isDark = this.phone().locator('body.vscode-dark')
    await this.run('Preferences: Toggle between Light/Dark Themes')
    await sees('the phone in dark colours', isDark)
    await this.picture(what)
    await this.run('Preferences: Toggle between Light/Dark Themes')
    await sees('dark colours', isDark, 'detached')
  }

  /** The entry of the extension in the status bar. */
  limit(): Locator {
    return this.page.locator('[id$="friendtalk.limits"]')
  }

  /** What the panel with the phone shows. */
  phone(): FrameLocator {
    return this.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame')
  }
}
