// A program that calls every export, and ends by itself. It prints one line: what it has seen.
import * as friendtalk from 'friendtalk'
import {
  applyFixes,
  buttonTypes,
  compile,
  defineConfig,
  defineRule,
  type DeployNotice,
  imageLimits,
  imageReader,
  kinds,
  limits,
  openProject,
  payloadSchema,
  prepareTemplate,
  sendCodes,
  startEmulator,
  times,
  UsageError,
} from 'friendtalk'

function holds(is: boolean, what: string): void {
  if (!is) throw new Error(`${what} does not hold`)
}

// Data.
for (const kind of kinds) {
  holds(typeof payloadSchema(kind, 'template') === 'object', 'payloadSchema')
}
holds(buttonTypes.includes('WL'), 'buttonTypes')
holds(
  limits.some(({ rule, max }) => rule === 'msg-too-long' && max === 1000),
  'limits',
)
holds(Object.keys(imageLimits).length > 0, 'imageLimits')
holds(/^\d\d:\d\d$/.test(times.restrictedFrom), 'times')
holds(sendCodes.C100.outcome === 'accepted', 'sendCodes')
const words = { summary: 'Nothing is wrong.', message: () => 'Nothing is wrong.' }
const quiet = defineRule({
  id: 'never-wrong',
  tier: 'style',
  severity: 'warning',
  check: () => {},
  words: { en: words, ko: words },
})
holds(quiet.id === 'never-wrong', 'defineRule')
holds(defineConfig({ messages: [] }).messages?.length === 0, 'defineConfig')

// One text.
const source =
  '---\nkind: ft-text\nvars:\n  이름: { max: 10 }\n---\n#{이름}님, 안녕하세요.\n\n[예약](https://www.example.com/a)\n'
const context = { path: 'messages/offer.md', image: imageReader('campaign') }
const { diagnostics } = compile(source, context)
const fixed = applyFixes(source, diagnostics, { unsafe: true })
holds(fixed.applied > 0, 'applyFixes')
const { template } = compile(fixed.source, context)
if (template === undefined) throw new Error('It does not compile.')
const { payload } = prepareTemplate(template)({ 이름: '하늘' })
holds(payload !== undefined && 'msg' in payload && payload.msg.startsWith('하늘님'), 'prepareTemplate')

// The service.
const emulator = await startEmulator()
await emulator.close()

// A project.
const project = await openProject('campaign')
const { summary } = await project.lint()
holds(summary.errors === 0, 'lint')
holds((await project.compile()).templates.length === 1, 'compile')
const choice = { release: 'every-export', recipients: 'list.csv' }
const { digest } = await project.plan(choice)
const notices: DeployNotice['type'][] = []
const stop = new AbortController()
const end = await project.deploy(
  { ...choice, confirm: digest },
  { onEvent: ({ type }) => notices.push(type), signal: stop.signal },
)
holds(end.state === 'done' && notices.includes('request'), 'deploy')
const { releases } = await project.status()
holds(releases?.find(({ release }) => release === 'every-export')?.state === 'done', 'status')
const wrong = await project.plan({ target: 'nowhere' }).catch((error: unknown) => error)
holds(wrong instanceof UsageError && wrong.code === 'target-unknown', 'UsageError')
await project.close()

// oxlint-disable-next-line no-console -- The test reads it.
console.log(Object.keys(friendtalk).length)
