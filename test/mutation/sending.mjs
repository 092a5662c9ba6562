// Makes one mistake of the protocol at a time and expects a test to fail: node test/mutation/sending.mjs [text]
// The sources are changed in memory, so that nothing is left behind. `text` picks the mistakes whose name holds it.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { mutatingVitest } from './mutating-vitest.mjs'
import { mistakes, withMistake } from './sending-mistakes.mjs'

const root = fileURLToPath(new URL('../../', import.meta.url))
const pathOf = (file) => fileURLToPath(new URL(`../../src/${file}`, import.meta.url))

const [wanted = ''] = process.argv.slice(2)
const mutants = mistakes
  .filter(([name, , tests]) => name.includes(wanted) && tests !== 'simulation')
  .map((mistake) => {
    const [name, file, tests] = mistake
    return { name, path: pathOf(file), tests, code: withMistake(mistake, readFileSync(pathOf(file), 'utf8')) }
  })

let current
const vitest = await mutatingVitest(root, (path) => (path === current?.path ? current.code : undefined))

/** Where the tests of a mistake are; those that are not named here are in test/deploy. */
const places = {
  moving: 'test/reliability/ledger-moving',
  sessions: 'test/reliability/ledger-postgres-sessions',
  guards: 'test/built/ledger-guards',
  ...Object.fromEntries(
    ['sending', 'sharing', 'cancelling', 'holding', 'results'].map((tests) => [tests, `test/ledger/${tests}`]),
  ),
  answers: 'test/contract/brand-message/answers',
  'fault-timing': 'test/reliability/deploy-fault-timing',
  'response-fuzz': 'test/reliability/deploy-response-fuzz',
  ...Object.fromEntries(
    ['phases', 'connecting', 'message-outcomes', 'upload.test'].map((tests) => [tests, `test/service/${tests}`]),
  ),
}
const placeOf = (tests) => places[tests] ?? `test/deploy/${tests}`

/** The first test that fails; undefined when all pass. */
async function failure(filters) {
  const specifications = await vitest.globTestSpecifications(filters.map(placeOf))
  if (specifications.length === 0) throw new Error(`no tests: ${filters}`)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications)
  // Those that ran before are among them.
  const own = new Set(specifications.map(({ moduleId }) => moduleId))
  for (const module of testModules.filter(({ moduleId }) => own.has(moduleId))) {
    for (const test of module.children.allTests('failed')) return test.fullName
    if (!module.ok()) return module.moduleId
  }
  return unhandledErrors.length > 0 ? 'an error outside of tests' : undefined
}

const passing = new Set()

/** The tests must pass with the sources as they are; each file is asked once. */
async function checkUnchanged(tests) {
  if (passing.has(tests)) return
  const failed = await failure([tests])
  if (failed !== undefined) throw new Error(`A test fails before anything is changed: ${failed}`)
  passing.add(tests)
}

let survivors = 0
for (const mutant of mutants) {
  current = undefined
  await checkUnchanged(mutant.tests)
  current = mutant
  vitest.invalidateFile(mutant.path)
  const failed = await failure([mutant.tests])
  vitest.invalidateFile(mutant.path)
  process.stdout.write(`${failed === undefined ? 'SURVIVED' : 'caught  '} ${mutant.name.padEnd(52)} ${failed ?? ''}\n`)
  if (failed === undefined) survivors++
}
await vitest.close()
process.stdout.write(`${mutants.length} mistakes, ${survivors} survived\n`)
process.exitCode = survivors > 0 || mutants.length === 0 ? 1 : 0
