// The project that is deployed: its configuration, messages, recipients, lists and images.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pngBytes } from '../project/image-bytes.ts'
import type { Person } from './check.ts'
import { settingOf } from './ledger-files.ts'
import { releasesOf, type Setup } from './setup.ts'

export const env = {
  USER_ID: 'user',
  SECRET_KEY: 'simulated-secret',
  SENDER_KEY: 'sender',
}

const pictures = {
  'picture.png': pngBytes({ width: 720, height: 720 }),
  'card-1.png': pngBytes({ width: 600, height: 400 }),
  'card-2.png': pngBytes({ width: 600, height: 401 }),
}
const otherPicture = pngBytes({ width: 720, height: 721 })

function digestOf(name: keyof typeof pictures): string {
  return createHash('sha256').update(pictures[name]).digest('hex')
}

/** Digests of the images that messages of a kind show, in their order. */
export const pictureDigests: ReadonlyMap<string, readonly string[]> = new Map([
  ['ft-image', [digestOf('picture.png')]],
  ['ft-carousel-feed', [digestOf('card-1.png'), digestOf('card-2.png')]],
])

const listName = 'excluded.txt'

/** What somebody changed in the files since a plan was made. */
export type Change = 'text' | 'recipients' | 'image'

/** Writes a project. */
export class SimulatedProject {
  readonly root: string
  /** By their release, message and reference. */
  readonly people = new Map<string, Person>()
  readonly excluded: Set<string>
  readonly #setup: Setup

  constructor(root: string, setup: Setup, ledger: string) {
    this.root = root
    this.#setup = setup
    this.excluded = new Set(setup.excluded)
    mkdirSync(root, { recursive: true })
    this.useLedger(ledger)
    this.#writeList()
    for (const { id, numbers } of setup.messages) {
      for (const [index, number] of numbers.entries()) {
        const person = { number, text: `${id}: 손님${index}님 안녕하세요.` }
        for (const release of releasesOf(setup)) this.people.set(`${release} ${id} ref-${id}-${index}`, person)
      }
    }
    this.restore()
  }

  /** Has the configuration say where the ledger is. */
  useLedger(path: string): void {
    const { messages, rate, concurrency, requestTimeoutMs, tooManyRequests } = this.#setup
    const production = {
      uploadUrl: 'https://upload.example.com',
      baseUrl: 'https://send.example.com',
      userId: { env: 'USER_ID' },
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
    this.#writeList()
  }

  /** Changes something that a reviewer of a plan would have seen. */
  change(what: Change): void {
    const [{ id, numbers } = { id: '', numbers: [] }] = this.#setup.messages
    if (what === 'text') this.#writeMessage(id, '다른 글입니다')
    else if (what === 'recipients') this.#writeRecipients(id, ['01099999999', ...numbers.slice(1)])
    else for (const name of Object.keys(pictures)) this.#write(name, otherPicture)
  }

  /** Takes every change back. */
  restore(): void {
    for (const { id, numbers } of this.#setup.messages) {
      this.#writeMessage(id, '안녕하세요')
      this.#writeRecipients(id, numbers)
    }
    if (!this.#setup.messages.some(({ hasImage }) => hasImage)) return
    for (const [name, picture] of Object.entries(pictures)) this.#write(name, picture)
  }

  #writeMessage(id: string, greeting: string): void {
    const { hasImage = false } = this.#setup.messages.find((message) => message.id === id) ?? {}
    // Several images of one message are uploaded with one request.
    const isCarousel = hasImage && id === 'b'
    const front = [
      `kind: ${isCarousel ? 'ft-carousel-feed' : hasImage ? 'ft-image' : 'ft-text'}`,
      'ad_flag: N',
      `recipients: ${id}.csv`,
    ]
    const image = hasImage && !isCarousel ? '![사진](picture.png)\n\n' : ''
    const card = (number: number): string =>
      `## ${number}\n\n![사진](card-${number}.png)\n\n카드\n\n- [보기](https://a.example.com)\n`
    const cards = isCarousel ? `\n${card(1)}\n${card(2)}` : ''
    const vars = 'vars:\n  name: { max: 10, example: 김하늘 }'
    this.#write(`${id}.md`, `---\n${front.join('\n')}\n${vars}\n---\n\n${image}${id}: #{name}님 ${greeting}.\n${cards}`)
  }

  #writeRecipients(id: string, numbers: readonly string[]): void {
    const rows = numbers.map((number, index) => `${number},손님${index},ref-${id}-${index}`)
    this.#write(`${id}.csv`, `receiver_number,name,ref\n${rows.join('\n')}\n`)
  }

  #writeList(): void {
    // A list of nobody is refused.
    const numbers = ['01088888888', ...this.excluded]
    if (this.#setup.excluded) this.#write(listName, numbers.map((number) => `${number}\n`).join(''))
  }

  #write(name: string, content: string | Buffer): void {
    writeFileSync(join(this.root, name), content)
  }
}
