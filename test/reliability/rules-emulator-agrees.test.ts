import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Kind, kinds, kindFacts } from '../../src/contract/friend-talk/kinds.ts'
import { compile } from '../../src/compile.ts'
import type { Payload } from '../../src/contract/friend-talk/payload.ts'
import { emulate } from '../emulator/client.ts'
import { prepareTemplate, type Renderable } from '../../src/message/render.ts'
import { pngBytes } from '../project/image-bytes.ts'

/** Sizes that fit, by kind: what the linter says of others has tests of its own. */
const sizes = {
  'ft-text': { width: 1, height: 1 },
  'ft-image': { width: 720, height: 720 },
  'ft-wide': { width: 800, height: 600 },
  'ft-wide-item-list': { width: 800, height: 400 },
  'ft-carousel-feed': { width: 800, height: 600 },
} as const satisfies Record<Kind, object>

const variable = '#{이름}'
const maxOfVariable = 3
const character = fc.constantFrom('a', '가', '각'.normalize('NFD'), '😀', '👨‍👩‍👧', 'é', '0', '\\*', '\\#', variable)
/** Texts around a limit, most of them near it. */
const text = (units: number): fc.Arbitrary<string> =>
  fc.array(character, { minLength: 1, maxLength: units + 2 }).map((characters) => `x${characters.join('')}`)

const button = fc.oneof(
  text(12).map((name) => `- [${name}](https://a.example.com/${name.length})\n`),
  text(12).map((name) => `\`\`\`button\nname: '${name.replaceAll('\\', '')}'\ntype: BK\n\`\`\`\n`),
  text(40).map(
    (extra) => `\`\`\`button\nname: a\ntype: BC\nchat_extra: '${extra.replace(/\\|#\{이름\}/g, '')}'\n\`\`\`\n`,
  ),
)
const buttons = fc.array(button, { maxLength: 6 }).map((all) => all.join(''))
const image = '![a](a.png)\n'
const item = text(28).map((title) => `## ${title}\n[![a](a.png)](https://a.example.com)\n`)
const card = fc
  .tuple(text(8), text(70), fc.array(text(4), { maxLength: 2 }), fc.option(text(12)))
  .map(([header, message, names, coupon]) => {
    const lines = names.map((name) => `- [${name}](https://a.example.com)\n`).join('')
    const block =
      coupon === null ? '' : `\`\`\`coupon\ntitle: a\ndescription: '${coupon.replaceAll('\\', '')}'\n\`\`\`\n`
    return `## ${header}\n${image}${message}\n${lines}${block}`
  })

const bodies: { readonly [K in Kind]: fc.Arbitrary<string> } = {
  'ft-text': fc.tuple(text(400), buttons).map((parts) => parts.join('\n\n')),
  'ft-image': fc.tuple(text(40), buttons).map(([msg, more]) => `${image}${msg}\n\n${more}`),
  'ft-wide': fc.tuple(text(40), buttons).map(([msg, more]) => `${image}${msg}\n\n${more}`),
  'ft-wide-item-list': fc
    .tuple(text(14), fc.array(item, { minLength: 2, maxLength: 5 }), buttons)
    .map(([header, items, more]) => `# ${header}\na\n\n${items.join('')}---\n${more}`),
  'ft-carousel-feed': fc
    .tuple(text(40), fc.array(card, { minLength: 1, maxLength: 7 }))
    .map(([msg, cards]) => `${msg}\n\n${cards.join('')}`),
}

const message = fc.constantFrom(...kinds).chain((kind) =>
  bodies[kind].map((body) => ({
    kind,
    source: `---\nkind: ${kind}\nvars: { 이름: { max: ${maxOfVariable} } }\n---\n${body}`,
  })),
)

const emulator = await emulate()
const urls = new Map<Kind, string>()

beforeAll(async () => {
  for (const kind of kinds) {
    const upload = kindFacts[kind].upload
    if (upload === undefined) continue
    const form = new FormData()
    form.append('image', new Blob([new Uint8Array(pngBytes(sizes[kind]))]), 'a.png')
    const url = `${emulator.uploadUrl}/file/v1/${upload}/image/${emulator.userId}`
    const answer: { data?: { url: string }; result?: { success: { url: string }[] } } = JSON.parse(
      await (await fetch(url, { method: 'POST', body: form })).text(),
    )
    urls.set(kind, answer.data?.url ?? answer.result?.success[0]?.url ?? '')
  }
})

/** The code that the emulator gives a payload. */
async function codeOf(kind: Kind, payload: Payload): Promise<string> {
  const record = {
    sender_key: 'emulator-sender',
    sender_number: '0212345678',
    receiver_number: '01012345678',
    msg_key: 'a',
    ...payload,
  }
  const response = await fetch(`${emulator.baseUrl}/${kind}/v2/send`, {
    method: 'POST',
    headers: {
      authorization: `${emulator.userId};${emulator.secretKey}`,
      'content-type': 'application/json;charset=utf-8',
    },
    body: JSON.stringify({ msg_data: [record] }).replaceAll('local:a.png', urls.get(kind) ?? ''),
  })
  const { results } = JSON.parse(await response.text()) as { results: { code: string; desc: string }[] }
  return `${results[0]?.code} ${results[0]?.code === 'C100' ? '' : results[0]?.desc}`.trim()
}

it('takes every message that the linter lets pass, with the longest values', async () => {
  let sent = 0
  await fc.assert(
    fc.asyncProperty(message, fc.constantFrom('가', 'a', '힣'), async ({ kind, source }, filling) => {
      const facts = { sha256: '0'.repeat(64), bytes: 1000, format: 'png', ...sizes[kind] } as const
      const { template } = compile(source, { path: 'a.md', image: () => ({ type: 'found', facts }) })
      if (template === undefined) return
      sent++
      const render = prepareTemplate(template as Renderable<Payload>)
      const { payload } = render({ 이름: filling.repeat(maxOfVariable) })
      if (payload === undefined) throw new Error('nothing rendered')
      expect(await codeOf(kind, payload)).toBe('C100')
    }),
    { numRuns: 500 },
  )
  // The generator must make good messages too, or nothing is shown.
  expect(sent).toBeGreaterThan(50)
})
