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
      // Others go on while the ledger is written.
      if (id === './sqlite.ts' && importer?.startsWith(sources)) return join(here, 'sqlite.ts')
      // The emulator is never started here.
      const isOfEmulator = id === 'undici' && !importer?.startsWith(join(sources, 'service'))
      if (isReplaced && !isOfEmulator) return join(here, inPlaceOf[id])
      return outside.test(id) ? { id, external: true } : null
    },
    transform(code, id) {
      if (!id.startsWith(sources)) return null
      const path = id.slice(sources.length)
      const changed = changes.get(path)?.(code) ?? code
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
