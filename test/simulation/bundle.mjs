// Bundles friendtalk with the simulated world in the place of Node's and of its packages that reach outside.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('../../', import.meta.url))
const here = fileURLToPath(new URL('./', import.meta.url))
const sources = join(root, 'src/')

const inPlaceOf = {
  'node:fs': 'file-system.ts',
  'node:crypto': 'crypto.ts',
  'node:timers/promises': 'timers.ts',
  '@photostructure/sqlite': 'sqlite.ts',
  undici: 'network.ts',
}

/** Packages that are never called here, and the engine. All others are part of the bundle: loading them takes real time. */
const outside =
  /^(?:fastify|@fastify\/.*|playwright-core|pg|jiti|chokidar|@clack\/prompts|@photostructure\/sqlite|undici)$/

const globals = ['Date', 'setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance', 'process']

/** The same few messages are compiled again and again. */
const faster = new Map([
  // What becomes of a message with an image depends on the image.
  ['compile.ts', remembered('compile', (source, { path }) => (source.includes('![') ? undefined : path + source))],
])

/** Gives what a function of a source returned before for the same key, in all worlds; without a key it is called. */
function remembered(name, keyOf) {
  return (code) =>
    `${code.replace(new RegExp(`(?:export )?function ${name}\\(`), `function fresh_${name}(`)}
const known_${name} = new Map()
export function ${name}(...given) {
  const key = (${keyOf})(...given)
  if (key === undefined) return fresh_${name}(...given)
  if (!known_${name}.has(key)) known_${name}.set(key, fresh_${name}(...given))
  return known_${name}.get(key)
}`
}

/**
 * Bundles the simulation.
 *
 * @param name of the bundle's file
 * @param changes other code of some sources: by path below src, a function from their code
 * @returns the URL of the module
 */
export async function bundleSimulation(name, changes = new Map()) {
  const world = {
    name: 'simulated-world',
    resolveId(id, importer) {
      const isReplaced = importer?.startsWith(sources) && Object.hasOwn(inPlaceOf, id)
      // The emulator is never started here.
      const isOfEmulator = id === 'undici' && !importer?.startsWith(join(sources, 'service'))
      if (isReplaced && !isOfEmulator) return join(here, inPlaceOf[id])
      return outside.test(id) ? { id, external: true } : null
    },
    transform(code, id) {
      if (!id.startsWith(sources)) return null
      const path = id.slice(sources.length)
      const changed = [faster, changes].reduce((text, each) => each.get(path)?.(text) ?? text, code)
      const used = globals.filter((each) => isUsed(changed, each))
      if (used.length === 0) return { code: changed, map: null }
      return { code: `import { ${used.join(', ')} } from '${join(here, 'globals.ts')}'\n${changed}`, map: null }
    },
  }
  const bundle = await rolldown({
    input: { [name]: join(here, 'scenario.ts') },
    platform: 'node',
    plugins: [world],
    logLevel: 'silent',
  })
  const dir = join(root, 'node_modules/.cache/friendtalk-simulation')
  mkdirSync(dir, { recursive: true })
  await bundle.write({ dir, format: 'esm', codeSplitting: false, entryFileNames: '[name].mjs' })
  await bundle.close()
  return pathToFileURL(join(dir, `${name}.mjs`)).href
}

/** Whether a source uses a global, and has no own of that name. */
function isUsed(code, name) {
  const isOwn = new RegExp(`import \\{[^}]*\\b${name}\\b(?! as)[^}]*\\} from|import ${name}\\b`).test(code)
  return !isOwn && new RegExp(`(?<![.\\w'"-])${name}\\b(?!['":-])`).test(code)
}
