// Feeds friendtalk with generated input: npm run fuzz -- [--target <name>]… [--seconds 10] [--seed 1]
// Seconds are those of each target. A finding names its seed: with it and --seconds 0 the same inputs come again.
// It takes the sources as they are; the language server alone is the one in dist.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Bundles the targets: Node 20 runs no TypeScript. */
async function bundledTargets() {
  const bundle = await rolldown({
    input: { targets: join(root, 'test/fuzz/targets.ts') },
    platform: 'node',
    logLevel: 'silent',
    external: (id) => !id.startsWith('.') && !id.startsWith('/'),
    // Files that lie beside a source are looked for there.
    plugins: [
      {
        name: 'own-place',
        transform: (code, id) => ({
          code: code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
          map: null,
        }),
      },
    ],
  })
  const dir = join(root, 'node_modules/.cache/friendtalk-fuzz')
  mkdirSync(dir, { recursive: true })
  await bundle.write({ dir, format: 'esm', entryFileNames: '[name].mjs' })
  await bundle.close()
  return import(pathToFileURL(join(dir, 'targets.mjs')).href)
}

function refuse(problem) {
  process.stderr.write(`${problem}\n`)
  process.exit(2)
}

function optionsIn(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        target: { type: 'string', multiple: true, default: [] },
        seconds: { type: 'string', default: '10' },
        seed: { type: 'string', default: '1' },
      },
    })
    return values
  } catch (error) {
    return refuse(error.message)
  }
}

const { target: named, seconds, seed } = optionsIn(process.argv.slice(2))
if (!/^\d+(?:\.\d+)?$/.test(seconds)) refuse(`--seconds ${seconds}: not a number of seconds`)
if (!/^\d{1,9}$/.test(seed)) refuse(`--seed ${seed}: not a whole number of at most nine digits`)
const { endAll, fuzz, targets } = await bundledTargets()
const unknown = named.find((name) => !Object.hasOwn(targets, name))
if (unknown !== undefined) refuse(`--target ${unknown}: not one of ${Object.keys(targets).join(', ')}`)

let found = 0
for (const name of named.length > 0 ? named : Object.keys(targets)) {
  const target = await targets[name]()
  const { inputs, seconds: taken, findings } = await fuzz(target, Number(seconds), Number(seed))
  await target.close()
  found += findings.length
  process.stdout.write(
    `${name.padEnd(14)} ${String(inputs).padStart(9)} inputs ${taken.toFixed(1).padStart(7)} s  ${findings.length} findings\n`,
  )
  for (const { seed: own, input, error } of findings) {
    process.stdout.write(
      `\n  --target ${name} --seed ${own} --seconds 0\n  ${input}\n  ${error.replaceAll('\n', '\n  ')}\n\n`,
    )
  }
}
await endAll()
process.exitCode = found > 0 ? 1 : 0
