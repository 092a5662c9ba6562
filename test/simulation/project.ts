// The project that is deployed: its configuration, messages, recipients, lists and images.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TargetSession } from '../../src/deploy/target.ts'
import { settingOf } from './ledger-files.ts'
import type { Message, Setup } from './setup.ts'

export const env = {
  USER_ID: 'user',
  APP_KEY: 'simulated-app',
  SECRET_KEY: 'simulated-secret',
  SENDER_KEY: 'sender',
}

const listName = 'excluded.txt'

/** What somebody changed in the files since a plan was made. */
export type Change = 'text' | 'recipients'

/** Writes a project. */
export class SimulatedProject {
  readonly root: string
  /** The folder of what the machine knows of ledgers. */
  readonly state: string
  /** What everybody is to get, as number and text. */
  readonly #wanted = new Set<string>()
  readonly excluded: Set<string>
  /** What a deploy opened; undefined since the configuration is another. */
  session: TargetSession | undefined
  readonly #setup: Setup

  constructor(setup: Setup, root: string, state: string) {
    this.root = root
    this.state = state
    this.#setup = setup
    this.excluded = new Set(setup.excluded)
    mkdirSync(root, { recursive: true })
    this.exclude([])
    for (const { id, numbers, isShared } of setup.messages) {
      for (const [index, number] of numbers.entries())
        this.#wanted.add(`${number} ${id}: ${isShared ? '여러분' : `손님${index}님`} 안녕하세요.`)
    }
    this.restore()
  }

  isWanted(number: string, text: string): boolean {
    return this.#wanted.has(`${number} ${text}`)
  }

  /** Has the configuration say where the ledger is. */
  useLedger(path: string): void {
    this.session = undefined
    const { messages, rate, concurrency, requestTimeoutMs, tooManyRequests, target } = this.#setup
    const production = {
      ...(target.service === 'brand-message'
        ? { ...target, appKey: { env: 'APP_KEY' } }
        : { uploadUrl: 'https://upload.example.com', userId: { env: 'USER_ID' } }),
      baseUrl: 'https://send.example.com',
      secretKey: { env: 'SECRET_KEY' },
      rate,
      concurrency,
      requestTimeoutMs,
      tooManyRequests,
      ...(this.#setup.excluded && !this.#setup.isListGiven && { exclude: [listName] }),
    }
    const config = {
      messages: messages.map(({ id }) => `${id}.md`),
      senders: { default: { sender_key: { env: 'SENDER_KEY' }, sender_number: '0212345678' } },
      targets: { production },
      ledger: settingOf(path),
    }
    this.#write('friendtalk.config.json', JSON.stringify(config))
  }

  /** Lists that have to be given with each deploy. */
  get givenLists(): readonly string[] {
    return this.#setup.excluded && this.#setup.isListGiven ? [join(this.root, listName)] : []
  }

  /** Excludes more people: whoever starts from now on sends nothing to them. */
  exclude(numbers: readonly string[]): void {
    for (const number of numbers) this.excluded.add(number)
    // A list of nobody is refused.
    const list = ['01088888888', ...this.excluded]
    if (this.#setup.excluded) this.#write(listName, list.map((number) => `${number}\n`).join(''))
  }

  /** Changes something that a reviewer of a plan would have seen. */
  change(what: Change): void {
    const [message] = this.#setup.messages
    if (message === undefined) return
    if (what === 'text') this.#writeMessage(message, '다른 글입니다')
    else this.#writeRecipients(message, ['01099999999', ...message.numbers.slice(1)])
  }

  /** Takes every change back. */
  restore(): void {
    for (const message of this.#setup.messages) {
      this.#writeMessage(message, '안녕하세요')
      this.#writeRecipients(message, message.numbers)
    }
  }

  #writeMessage({ id, isShared }: Message, greeting: string): void {
    const kind = this.#setup.target.service === 'brand-message' ? 'kind: bm-text' : 'kind: ft-text\nad_flag: N'
    const vars = isShared ? '' : 'vars:\n  name: { max: 10, example: 김하늘 }\n'
    const text = `${id}: ${isShared ? '여러분' : '#{name}님'} ${greeting}.`
    this.#write(`${id}.md`, `---\n${kind}\nrecipients: ${id}.csv\n${vars}---\n\n${text}\n`)
  }

  #writeRecipients({ id, isShared }: Message, numbers: readonly string[]): void {
    const rows = numbers.map((number, index) => `${number},${isShared ? '' : `손님${index},`}ref-${id}-${index}`)
    this.#write(`${id}.csv`, `receiver_number,${isShared ? '' : 'name,'}ref\n${rows.join('\n')}\n`)
  }

  #write(name: string, content: string): void {
    writeFileSync(join(this.root, name), content)
  }
}
