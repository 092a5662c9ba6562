// Changes every number of the limits table by one and expects a test to fail: node test/mutation/limits.mjs [text]
// The numbers are changed in memory, so that nothing is left behind. `text` picks the mutants whose name holds it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mutatingVitest } from './mutating-vitest.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const table = fileURLToPath(new URL('../../src/contract/friend-talk/limits.ts', import.meta.url))
const source = readFileSync(table, 'utf8')

const ofRules = ['test/rules/limits-', 'test/rules/platform-', 'test/rules/button-name-too-long']
// Numbers that no rule of messages asks for: what sends and uploads does, or nobody but people who read the table.
const ofOthers = {
  maxFiles: ['test/emulator/upload.test.ts'],
  recommendedPx: ['test/contract/limits.test.ts'],
  'times.': ['test/contract/limits.test.ts'],
}

/** Every number outside of comments, in a time of day and in a field's index, with its place and how it may change. */
function* numbers() {
  for (const { index, 0: token } of source.matchAll(
    /\/\*[\s\S]*?\*\/|\/\/.*|'[^'\n]*'|(?<![\w.])\d[\d_]*(?:\.\d+)?/g,
  )) {
    if (/^\d/.test(token)) {
      const step = token.includes('.') || /ratioM..: *$/.test(source.slice(0, index)) ? 0.01 : 1
      yield { at: index, token, steps: [step, -step] }
    } else if (/^'\d\d:\d\d'$/.test(token)) {
      yield { at: index + 4, token: token.slice(4, 6), steps: [1, -1] }
      yield { at: index + 1, token: token.slice(1, 3), steps: [1, -1] }
    }
  }
}

function changedBy(token, step) {
  const value = Number(token.replaceAll('_', '')) + step
  if (/^0\d$/.test(token)) return String((value + 60) % 60).padStart(2, '0')
  return String(Math.round(value * 100) / 100)
}

/** The rule of a row, or the keys under which a place of another table stands. */
function nameAt(at) {
  const before = source.slice(0, at)
  const [, group] = [...before.matchAll(/^(?:export )?const (\w+)/gm)].at(-1) ?? []
  const lines = before.slice(before.lastIndexOf(`const ${group}`)).split('\n')
  const inLine = /(\w+): *(?:\{ *width: \d+, *)?'?[^,']*$/.exec(lines.at(-1) ?? '')?.[1]
  const entry = lines
    .findLast((line) => /^ {2}(?:\.{3})?(?:held|advised|['\w-]+:)/.test(line))
    ?.match(/^ {2}(?:\.{3})?(?:held\('|advised\(')?'?([\w-]+)/)?.[1]
  return [group, entry, inLine].filter((part, index, all) => part && part !== all[index - 1]).join('.')
}

const mutants = [...numbers()].flatMap(({ at, token, steps }) =>
  steps.map((step) => {
    const text = changedBy(token, step)
    return {
      name: `${nameAt(at)}: ${token} → ${text}`,
      code: source.slice(0, at) + text + source.slice(at + token.length),
    }
  }),
)

let code = source
const vitest = await mutatingVitest(root, (path) => (path === table ? code : undefined))

/** Whether all tests of some files pass with the table as it is now. */
async function passes(filters) {
  const specifications = await vitest.globTestSpecifications(filters)
  if (specifications.length === 0) throw new Error(`no tests: ${filters}`)
  vitest.invalidateFile(table)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  return unhandledErrors.length === 0 && testModules.every((module) => module.ok())
}

const [wanted = ''] = process.argv.slice(2)
const chosen = mutants.filter(({ name }) => name.includes(wanted))
const testsOf = (name) => Object.entries(ofOthers).find(([part]) => name.includes(part))?.[1] ?? ofRules
const used = [...new Set(chosen.flatMap(({ name }) => testsOf(name)))]
if (!(await passes(used))) throw new Error('The tests fail before anything is changed.')

const survivors = []
for (const mutant of chosen) {
  code = mutant.code
  const survived = await passes(testsOf(mutant.name))
  process.stdout.write(`${survived ? 'SURVIVED' : 'killed  '} ${mutant.name}\n`)
  if (survived) survivors.push(mutant.name)
}
await vitest.close()
process.stdout.write(`${chosen.length} mutants, ${survivors.length} survived\n`)
process.exitCode = survivors.length > 0 || chosen.length === 0 ? 1 : 0
