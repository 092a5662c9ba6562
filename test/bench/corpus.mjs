import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A generator of numbers in [0, 1) that gives the same ones for the same seed (mulberry32). */
function seededRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

const words =
  '안녕하세요 고객님 주문하신 상품이 준비되었습니다 오늘 하루 무료배송 신상품 입고 안내 매장 방문 예약 확인 감사합니다 여름 가을 셔츠 가방 적립 혜택 회원 이번 주 추천'.split(
    ' ',
  )

const imageOf = {
  'ft-image': 'spring.png',
  'ft-wide': 'wide.png',
  'ft-wide-item-list': 'item-1.png',
  'ft-carousel-feed': 'card-1.png',
}

const kinds = ['ft-text', ...Object.keys(imageOf)]

/** One message of about 900 bytes; its number picks the kind and is its id. */
function message(number, random) {
  const kind = kinds[number % kinds.length]
  const word = () => words[Math.floor(random() * words.length)]
  const text = (count) => Array.from({ length: count }, word).join(' ')
  const lines = (count) => Array.from({ length: count }, () => text(5)).join('\n')
  const link = `https://m.shop.example.com/${number}`
  const vars = '  이름: { max: 10, example: 김하늘, fallback: 고객 }'
  const head = `---\nkind: ${kind}\nid: m${number}\ntitle: ${text(2)}\nvars:\n${vars}\n---\n`
  const hello = `#{이름}님, ${text(3)}.\n`
  const button = `- [${word()}](${link} "${link}/pc")\n`
  const image = `![${word()}](images/${imageOf[kind]})`
  switch (kind) {
    case 'ft-text':
      return `${head}${hello}\n${lines(12)}\n\n\\- ${text(3)}\n${button}${button}`
    case 'ft-image':
    case 'ft-wide':
      return `${head}[${image}](${link})\n\n${hello}${lines(10)}\n\n${button}${button}`
    case 'ft-wide-item-list': {
      const items = [1, 2, 3].map(() => `## ${text(2)}\n[${image}](${link})\n`).join('\n')
      return `${head}# ${word()}\n\n${hello}${lines(8)}\n\n${items}\n---\n\n${button}`
    }
    case 'ft-carousel-feed': {
      const cards = [1, 2, 3].map(() => `## ${word()}\n${image}\n${text(14)}\n\n${button}`).join('\n')
      return `${head}${hello}\n${cards}\n---\n\n[더보기](${link})\n`
    }
  }
}

/** Writes a project of `count` messages; returns the size of all of them in bytes. */
export function writeCorpus(folder, count, seed) {
  const messages = join(folder, 'messages')
  mkdirSync(join(messages, 'images'), { recursive: true })
  const images = new URL('../vectors/examples/images/', import.meta.url)
  for (const name of Object.values(imageOf)) copyFileSync(new URL(name, images), join(messages, 'images', name))
  writeFileSync(join(folder, 'friendtalk.config.json'), JSON.stringify({ messages: ['messages/**/*.md'] }))
  const random = seededRandom(seed)
  let bytes = 0
  for (let number = 0; number < count; number++) {
    const source = message(number, random)
    bytes += Buffer.byteLength(source)
    writeFileSync(join(messages, `m${number}.md`), source)
  }
  return bytes
}

/** Writes a project of long texts with comments, every third with errors, in deep folders; returns their size in bytes. */
export function writeLongCorpus(folder, count, seed) {
  const { text, random, wrongLine } = longTexts(seed)
  const comments = [
    () => `<!-- ${text(6)} -->`,
    () => `<!-- ${text(3)}\n${text(8)}\n${text(5)} -->`,
    () => `<!-- friendtalk-disable-next-line phone-number-in-message -- ${text(2)} -->\n${text(4)} 010-1234-5678`,
  ]
  return writeDeep(folder, count, (number) => {
    const isWrong = number % 3 === 0
    const lines = Array.from({ length: 16 }, (_, line) => {
      const written = isWrong && random() < 0.2 ? wrongLine() : text(10)
      return line % 4 === 1 ? `${comments[(number + (line >> 2)) % comments.length]()}\n${written}` : written
    })
    return `---\nkind: ft-text\nid: l${number}\ntitle: ${text(2)}\n---\n${lines.join('\n')}\n`
  })
}

/** What long texts are made of, the same for the same seed. */
function longTexts(seed) {
  const random = seededRandom(seed)
  const pick = (list) => list[Math.floor(random() * list.length)]
  const text = (size) => Array.from({ length: size }, () => pick(words)).join(' ')
  const wrong = [
    () => `**${text(2)}** ~~${text(1)}~~ <b>${text(1)}</b>`,
    () => `(광고) ${text(3)} 무료수신거부 080-123-4567`,
    () => `[${text(1)}](https://example.com) ${text(2)}`,
    () => `#{${pick(words)}} ${text(3)}`,
    () => `${text(4)} ${'가'.normalize('NFD')}\u200B`,
    () => `- [${text(6)}](https:/example.com/${text(1)})`,
    () => `![${text(1)}](gone-${Math.floor(random() * 9)}.png)`,
    () => `문의: minji@example.com 010-1234-5678`,
    () => `\`\`\`button\nname: ${text(5)}\ntyp: WL\nurl_mobile: https://example.com\n\`\`\``,
    () => `<!-- friendtalk-disable-next-line link-format -- ${text(2)} -->`,
  ]
  return { random, pick, text, wrongLine: () => pick(wrong)() }
}

/** Writes a project of messages in deep folders; returns the size of all of them in bytes. */
function writeDeep(folder, count, sourceOf) {
  writeProject(folder)
  let bytes = 0
  for (let number = 0; number < count; number++) {
    const path = join(folder, 'messages', `a${number % 7}`, `b${number % 31}`, `c${number % 3}`, 'd')
    mkdirSync(path, { recursive: true })
    const source = sourceOf(number)
    bytes += Buffer.byteLength(source)
    writeFileSync(join(path, `m${number}.md`), source)
  }
  return bytes
}

function writeProject(folder) {
  mkdirSync(join(folder, 'messages'), { recursive: true })
  writeFileSync(join(folder, 'friendtalk.config.json'), JSON.stringify({ messages: ['messages/**/*.md'] }))
}
