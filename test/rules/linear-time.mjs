// Measures how long every rule and every directive takes on a small and on a large message, and every rule about
// recipients on a small and on a large file. Prints JSON: { measured, unmeasured, superlinear }.
// usage: node --expose-gc --single-threaded-gc --max-semi-space-size=64 linear-time.mjs [part of a name]
import { readRulePages } from '../../build/rule-pages.mjs'
import { compile } from '../../dist/compile.js'
import { kinds } from '../../dist/contract/kinds.js'
import { allRules } from '../../dist/rules/catalog.js'
import { rules } from '../../dist/rules/rules.js'
import { directives } from '../../dist/rules/suppressions.js'
import { readRecipients } from '../../dist/recipients/read.js'
import { recipientRules } from '../../dist/rules/recipients/index.js'

/** How many bytes the texts of a measurement have. */
const sizes = { small: 8 * 1024, large: 128 * 1024 }
/**
 * Smaller texts, which tell what is clearly linear in a third of the time. What takes as much more than linear time as is
 * taken for too much of the large ones takes about twice as much of these, even where its time grows with the square alone.
 */
const quickSizes = { small: 4 * 1024, large: 32 * 1024 }
/** How many times as long as linear time would take is still taken for linear: a large heap costs more to collect. */
const tolerance = 4
/** Less than the smaller texts of such a case would take. */
const quickTolerance = 1.5

const facts = { sha256: 'a'.repeat(64), bytes: 1000, width: 800, height: 400, format: 'png' }
const found = () => ({ type: 'found', facts })
const compileMessage = (source, context) => compile(source, { path: 'messages/example.md', image: found, ...context })

/** Measures the CPU time of this process: a busy machine makes it wait, not work. */
async function cpuMs(work) {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

/**
 * How long work takes on a small and on a large text: the least of three times, for whatever happens beside it can only
 * add to them. A large text is not measured again once it took no longer than it may.
 *
 * @param grown makes a text of about so many bytes
 * @param sizes of the two texts
 * @param mostMs the most that the large text may take, by what the small one takes
 */
async function growthOf(work, grown, { small: smallBytes, large: largeBytes }, mostMs = () => 0) {
  const [small, large] = [smallBytes, largeBytes].map((bytes) => cut(grown(bytes), bytes))
  // It takes longer than smaller texts, which leave little behind; and what it throws away is compiled again.
  const collect = () => largeBytes >= sizes.large && globalThis.gc()
  collect()
  const smallMs = Math.min(
    await cpuMs(() => work(small)),
    await cpuMs(() => work(small)),
    await cpuMs(() => work(small)),
  )
  let largeMs = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && largeMs > mostMs(smallMs); round++) {
    collect()
    largeMs = Math.min(largeMs, await cpuMs(() => work(large)))
  }
  return { smallMs, largeMs }
}

/** Without the lines that are too much: half of one could be another thing than the others, and slower to read. */
function cut(text, bytes) {
  const buffer = Buffer.from(text)
  if (buffer.length <= bytes) return text
  const start = buffer.subarray(0, bytes - 3)
  return (start.includes(10) ? start.subarray(0, start.lastIndexOf(10) + 1) : start).toString()
}

/** A unit as often as it fits, once at least. */
const repeated = (unit, bytes) =>
  unit === '' ? '' : unit.repeat(Math.max(1, Math.floor(bytes / Buffer.byteLength(unit))))
const numbered = (unit, bytes) => Array.from({ length: bytes / 16 }, (_, index) => unit(index)).join('')
const text = (body) => `---\nkind: ft-text\n---\n${body}`

/** The frontmatter of a message with its delimiters, and the body. */
function split(source) {
  const head = /^---\n(?:[^]*?\n)?---\n/.exec(source)?.[0] ?? ''
  return [head, source.slice(head.length)]
}

const withImage = (lookup) => ({
  source: '---\nkind: ft-carousel-feed\n---\n본문\n## 카드\n![카드](card.png)\n내용\n',
  context: { image: () => lookup },
})

/** Messages that show the rules that the text of a message does not show by itself. */
const shownOtherwise = {
  'image-damaged': withImage({ type: 'damaged' }),
  'image-format': withImage({ type: 'other-format', format: 'GIF' }),
  'image-not-found': withImage({ type: 'not-found', suggestion: 'images/other.png' }),
  'image-too-large': withImage({ type: 'too-large', bytes: 9e9, maxBytes: 1 }),
  'image-unreadable': withImage({ type: 'unreadable', reason: 'io' }),
  'sender-unknown': { source: '---\nkind: ft-text\nsender: shop\n---\n본문\n', context: { senders: ['default'] } },
  'suppression-expired': {
    source: text('<!-- friendtalk-disable-next-line not-nfc -- 잠시 (until 2020-01-01) -->\n본문\n'),
    context: { today: '2027-01-01' },
  },
  'yaml-too-large': { source: text(`본문\n\`\`\`button\n${'#\n'.repeat(9000)}\`\`\`\n`) },
}

const suppressible = new Set(rules.map(({ id }) => id))
const cases = []
const unmeasured = []

const pages = readRulePages('en')
for (const { id, subject } of allRules) {
  const bad = pages.get(id)?.bad
  const shown = (bad && { source: bad.source, context: bad.configured }) ?? shownOtherwise[id]
  if (shown === undefined) {
    // Other rules may look at no text at all.
    if (subject === 'message') unmeasured.push(id)
    continue
  }
  const { source, context } = shown
  const [head, body] = split(source)
  const place = compileMessage(source, context).diagnostics.find(({ rule }) => rule === id)
  const [start, end] = [place?.start.offset ?? 0, place?.end.offset ?? 0]
  const line = `${source.slice(source.lastIndexOf('\n', start - 1) + 1, Math.max(end, source.indexOf('\n', start)))}\n`
  const flagged = source.slice(start, end)
  const directive = suppressible.has(id) ? `<!-- friendtalk-disable-next-line ${id} -- 확인함 -->\n` : ''
  const work = (message) => compileMessage(message, context)
  cases.push({
    name: `${id}: in line after line`,
    work,
    // No frontmatter may be so large: there the rest is more of the body.
    grown: (bytes) =>
      start >= head.length
        ? head + repeated(line, bytes)
        : head.replace(line, () => repeated(line, Math.min(bytes / 2, 8000))) + repeated(body, bytes),
  })
  cases.push({
    name: `${id}: below directives, in many messages, and in one line`,
    work,
    grown: (bytes) =>
      head +
      repeated(directive + line, bytes / 8) +
      repeated(body, bytes / 8) +
      // Without its last character what opens may not be closed.
      [flagged, flagged.slice(0, -1)].map((unit) => `${repeated(unit, bytes / 4)}\n`).join(''),
  })
}

const examples = [...pages.values()].flatMap(({ bad, good }) =>
  [bad, good].flatMap((shown) => (shown ? [shown.source] : [])),
)
const suppressing = [...suppressible].map((id) => `<!-- friendtalk-disable-next-line ${id} -- 확인함 -->\n`).join('')
for (const kind of kinds) {
  const ofKind = examples.filter((source) => source.includes(`kind: ${kind}\n`))
  const bodies = [...new Set(ofKind.map((source) => `${split(source)[1]}\n`))]
  const head = `---\nkind: ${kind}\n---\n`
  const suppressed = bodies.map((body) => suppressing + body).join('')
  cases.push({ name: `the examples of ${kind}`, grown: (bytes) => head + repeated(bodies.join(''), bytes) })
  cases.push({
    name: `the examples of ${kind} below all directives`,
    grown: (bytes) => head + repeated(suppressed, bytes),
  })
}

cases.push({
  name: 'one long word in the frontmatter and in a block',
  grown: (bytes) => {
    const word = 'a'.repeat(bytes / 2 - 100)
    return `---\nkind: ft-text\nmeta: { a: '${word}' }\n---\n본문\n\`\`\`button\n- { name: ${word} }\n\`\`\`\n`
  },
})

const inCard = '---\nkind: ft-carousel-feed\n---\n안내\n## 하나\n![하나](a.png)\n'
for (const [name, head, unit] of [
  ['backticks', text('안내\n'), '`'],
  ['dots behind a link', text('안내\n- [보기](https://example.com/'), '.'],
  ['headings inside a card', inCard, '### 소제목\n'],
  ['links in a title', `${inCard}## 둘`, '- [a](b'],
  ['images in a title', `${inCard}## 둘`, '![](a()'],
  ['blanks in a title', `${inCard}## 둘`, ' '],
  ['marks of line breaks', text('안내'), '\\n'],
  ['line breaks of another system', text('안내'), '가\u2028'],
  ['private characters', text('안내'), '\uF0B7 가\n'],
  ['blanks behind the frontmatter', '---\nkind: ft-text\n---', ' '],
  ['blank lines of Windows behind the frontmatter', '---\r\nkind: ft-text\r\n---', '\r\n'],
  ['settings behind the frontmatter', '---\nkind: ft-text\n---\n---\ntitle: 봄\n', 'id: a \n'],
  ['indented settings between dashes', text('---'), '  id: a\n\n'],
  ['settings between dashes below a text', text('안내\n'), '---\nad_flag: N\n'],
  ['images that begin in one line', '---\nkind: ft-image\n---\n글', '![a]( 글'],
  ['links that begin', text('안내\n'), '- [예약](‹\n'],
  ['stars in one line', text('안내\n'), '*할인*은 '],
  ['names above links', text('안내\n'), '[예약하기]\n(https://a.kr)\n'],
  ['hosts of variables', text('안내\n```button\nname: a\ntype: WL\nurl_mobile: "www.'), '#{이름}.'],
  ['quotes of recipients', text('안내\nrecipients: '), '"a.csv'],
  ['variables of other tools', `---\nkind: ft-text\nvars: { 이름: { max: 3 } }\n---\n`, '{@이름'],
  ['fields in braces', `${text('안내')}\n\`\`\`button\n{`, 'name: "a", '],
  ['brackets in a path', '---\nkind: ft-image\n---\n안내\n![a](', '(a) '],
  ['settings in the text', text('안내'), 'ad_flag: N\n'],
  ['declarations in the text', text('안내'), 'vars:\n  이름: { max: 3 }\n'],
  ['fallbacks in brackets', `---\nkind: ft-text\nvars: { 이름: { max: 3 } }\n---\n`, '[이름|'],
]) {
  const grown = (bytes) => `${head}${repeated(unit, bytes - Buffer.byteLength(head) - 10)}x)\n`
  cases.push({ name: `very many ${name}`, grown })
}

cases.push({
  name: 'very many blanks behind the name of a block',
  grown: (bytes) => text(`안내\n버튼${' '.repeat(bytes - 200)}x\nname: a\ntype: WL\nurl_mobile: https://a.kr\n`),
})

// A tenth of them fits into the YAML that is read; all of them do not.
for (const [share, most] of [
  ['a tenth', 10],
  ['all', 1],
]) {
  for (const [name, before, behind] of [
    ['a value', 'a', 'b'],
    ['quotes of a word processor', '“a', 'b”'],
    ['front of a hashtag', '봄', '#봄'],
    ['braces', '{ a: b,', 'c: d }'],
  ]) {
    const typed = (bytes) => before + ' '.repeat(bytes / most - 100) + behind
    cases.push({
      name: `very many blanks in ${name}: ${share}`,
      grown: (bytes) =>
        `---\nkind: ft-text\ntitle: ${typed(bytes)}\n---\n안내\n\`\`\`button\nname: ${typed(bytes)}\ntype: BK\n\`\`\`\n`,
    })
  }
}

const declarations = Array.from({ length: 500 }, (_, index) => `  a${index}: {}\n`).join('')
cases.push({
  name: 'as many variables as fit, and as many uses of others',
  grown: (bytes) =>
    `---\nkind: ft-text\nvars:\n${declarations}---\n${numbered((index) => `#{b${index}}`, bytes / 3)}\n` +
    `${numbered((index) => `{{b${index}}}`, bytes / 3)}\n${numbered((index) => `- [#{a${index}}](b://c)\n`, bytes / 3)}`,
})

const number = '010-1234-5678'
const rule = 'phone-number-in-message'
for (const name of directives.keys()) {
  const directive = `<!-- ${name} ${rule} -- 확인함 -->\n`
  const comment = `# ${name} ${rule} -- 확인함\n`
  const inBlock = (yaml) => text(`본문\n\`\`\`button\n${yaml}\n\`\`\`\n`)
  const inOne = (rest) => text(`<!-- ${name} ${rest} -->\n${number}`)
  const shapes = {
    'one for each line': (bytes) => text(repeated(`${directive}${number}\n`, bytes)),
    'all above one line': (bytes) => text(repeated(directive, bytes - 100) + number),
    'all above one line, blank lines between': (bytes) => text(repeated(`${directive}\n\n`, bytes - 100) + number),
    'all below the lines': (bytes) => text(repeated(`${number}\n`, bytes / 2) + repeated(directive, bytes / 2)),
    'half of the text above one long line': (bytes) =>
      text(repeated(directive, bytes / 2) + repeated(`${number} `, bytes / 2)),
    'above blank lines': (bytes) => text(directive + '\n'.repeat(bytes) + number),
    'on lines of their own': (bytes) => text(repeated(`<!--\n${name} ${rule}\n-- 확인함\n-->\n${number}\n`, bytes)),
    'very many rules': (bytes) => inOne(`${repeated(`${rule} `, bytes - 200)}-- 확인함`),
    'very many unknown rules': (bytes) => inOne(`${numbered((index) => `phone${index} `, bytes)}-- 확인함`),
    'a very long rule': (bytes) => inOne(`${'a'.repeat(bytes - 200)} -- 확인함`),
    'a very long name': (bytes) => text(`<!-- ${name}${'a'.repeat(bytes - 200)} -- 확인함 -->\n${number}`),
    'very many reasons': (bytes) => inOne(`${rule} ${repeated('-- 확인함 ', bytes - 200)}`),
    'very many dates': (bytes) => inOne(`${rule} -- ${repeated('확인함 (until 2099-01-01) ', bytes - 200)}`),
    'very many open dates': (bytes) => inOne(`${rule} -- 확인함 ${repeated('(until ', bytes - 200)}`),
    'very many spaces': (bytes) => text(`<!-- ${' '.repeat(bytes - 200)}${name} ${rule} -- 확인함 -->\n${number}`),
    'not closed': (bytes) => text(repeated(`<!-- ${name} ${rule} -- 확인함\n`, bytes)),
    'in a block': (bytes) => inBlock(repeated(comment, bytes - 200)),
    'in a block of one long line': (bytes) => inBlock(`${comment}- [${repeated('a,', bytes - 200)}]`),
    'in a block of brackets': (bytes) => inBlock(comment + '['.repeat(bytes - 200)),
    'in many blocks': (bytes) => text(repeated(`\`\`\`button\n${comment}name: a\ntype: BK\n\`\`\`\n`, bytes)),
    'in the frontmatter': (bytes) => `---\nkind: ft-text\n${repeated(comment, bytes - 200)}---\n${number}`,
  }
  for (const [shape, grown] of Object.entries(shapes)) cases.push({ name: `${name}: ${shape}`, grown })
}

const checkRows = (path) => (content) =>
  readRecipients(
    {
      path,
      open: async function* () {
        yield Buffer.from(content, 'latin1')
      },
    },
    {
      variables: [
        { name: 'name', isRequired: true, max: 3 },
        { name: 'code', isRequired: false },
      ],
      safeList: new Set(['01012345678']),
    },
  ).summary()
const csv = (row) => ({ path: 'a.csv', content: (bytes) => `receiver_number,name,ref\n${repeated(row, bytes)}` })
const header = (column) => ({ path: 'a.csv', content: (bytes) => `${repeated(column, bytes)}\n` })
const ndjson = (row) => ({ path: 'a.ndjson', content: (bytes) => repeated(row, bytes) })
const utf8 = (characters) => Buffer.from(characters).toString('latin1')

/** Files, as bytes, that break each rule about recipients as often as they can. */
const recipientFiles = {
  'recipients-format-unknown': { path: 'a.txt', content: (bytes) => 'a\n'.repeat(bytes / 2) },
  'recipients-utf16': { path: 'a.csv', content: (bytes) => `\xff\xfe${'a\0'.repeat(bytes / 2)}` },
  'recipients-not-utf8': csv('01012345678,\xff\xfe,k\n'),
  'recipients-empty': { path: 'a.csv', content: () => 'receiver_number,name\n' },
  'recipients-delimiter': header('receiver_number;'),
  'recipients-column-missing': header('recever_number,'),
  'recipients-column-duplicate': ndjson('{"receiver_number":"01012345678","receiver_number":"01012345678"}\n'),
  'recipients-column-key': header('msg_key,'),
  'recipients-column-unnamed': header(','),
  'recipients-column-character': header('a\0,'),
  'recipients-column-unknown': header('nam,'),
  'recipients-variable-without-column': {
    path: 'a.csv',
    content: (bytes) =>
      `receiver_number,name,${Array.from({ length: bytes / 8 }, (_, index) => `cod${index}`).join(',')}\n01012345678,a\n`,
  },
  'recipient-quote-unclosed': csv('01012345678,"a\n'),
  'recipient-quote-misplaced': csv('01012345678,a"b,k\n'),
  'recipient-row-too-large': { path: 'a.csv', content: (bytes) => `receiver_number\n${'a'.repeat(bytes)}\n` },
  'recipient-row-blank': csv('\n\n01012345678,a,k\n'),
  'recipient-cell-count': csv('01012345678,a,k,,,,,,,,,\n'),
  'recipient-not-json': ndjson('{"a":[[[[[[[[\n'),
  'recipient-not-object': ndjson('[]\n'),
  'recipient-number-missing': csv(',a,k\n'),
  'recipient-number-not-text': ndjson('{"receiver_number":1}\n'),
  'recipient-number-invalid': csv('1,a,k\n'),
  'recipient-number-kept': csv('01012345678,a,01012345678\n'),
  'recipient-number-lost-zero': csv('1012345678,a,k\n'),
  'recipient-value-type': ndjson('{"receiver_number":"01012345678","name":1}\n'),
  'recipient-value-missing': csv('01012345678,,k\n'),
  'recipient-value-too-long': csv('01012345678,abcd,k\n'),
  'recipient-character': csv('01012345678,\0,k\n'),
  'recipient-combining-marks': csv(`01012345678,a${utf8('\u0301\u0323').repeat(200)},k\n`),
  'recipient-value-unlikely': csv('01012345678, a,k\n'),
  'recipient-value-variable': csv('01012345678,#{a},k\n'),
  'recipient-duplicate': csv('01012345678,a,\n'),
  'recipient-not-in-safe-list': csv('01012345679,a,k\n'),
}
for (const { id } of recipientRules) {
  const file = recipientFiles[id]
  if (file === undefined) unmeasured.push(id)
  else cases.push({ name: id, work: checkRows(file.path), grown: file.content })
}

// A message with something to report in each line: what that takes is no fault of whatever takes as long.
const referenceOf = (bothSizes) =>
  growthOf(compileMessage, (bytes) => text(repeated('안녕하세요, 고객님.  \n', bytes - 100)), bothSizes)
// The first one is slower than all that follow: nothing is compiled yet.
await referenceOf(quickSizes)
const quickReference = await referenceOf(quickSizes)
const reference = await referenceOf(sizes)

/**
 * Measures a case; undefined when it takes linear time. What seems to take more is measured again, the reference as well:
 * a machine that others use may take several times as long for seconds, CPU time included.
 */
async function superlinearTime({ name, grown, work = compileMessage }) {
  const timesOf = ({ small, large }) => large / small
  const exceeds = async (bothSizes, limit) => {
    const { smallMs, largeMs } = await growthOf(work, grown, bothSizes, limit)
    const figures = [smallMs, largeMs, limit(smallMs)].map((ms) => ms.toFixed(1).padStart(8))
    if (wanted !== '') process.stderr.write(`${figures.join(' ')}  ${name}\n`)
    return largeMs > limit(smallMs) && `${name}: ${smallMs.toFixed(1)} ms became ${largeMs.toFixed(0)} ms`
  }
  if (!(await exceeds(quickSizes, (ms) => quickTolerance * ms * timesOf(quickSizes) + quickReference.largeMs / 4))) {
    return undefined
  }
  let slow
  for (let attempt = 0; attempt < 3; attempt++) {
    const { largeMs } = attempt === 0 ? reference : await referenceOf(sizes)
    slow = await exceeds(sizes, (ms) => tolerance * ms * timesOf(sizes) + 2 * largeMs)
    if (!slow) return undefined
  }
  return slow
}

const [wanted = ''] = process.argv.slice(2)
const measured = cases.filter(({ name }) => name.includes(wanted))
const superlinear = []
for (const one of measured) {
  const slow = await superlinearTime(one)
  if (slow !== undefined) superlinear.push(slow)
}
process.stdout.write(JSON.stringify({ measured: measured.length, unmeasured, superlinear }))
