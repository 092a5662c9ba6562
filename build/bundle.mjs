// Makes dist/bin of dist: the command in few files, so that a start reads little.
import { chmodSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { writeLicenses } from './licenses.mjs'
import { compiledValidators } from './validators.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'dist/bin')

/** Puts in compiled validators for the schemas of messages; ajv compiles any other schema when it is first needed. */
const readyValidators = {
  name: 'ready-validators',
  transform: {
    filter: { id: /[\\/]dist[\\/]validator\.js$/ },
    handler: (code) => `${code
      .replace('export function validatorOf(', 'function validatorByAjv(')
      .replace("createRequire(import.meta.url)('ajv/dist/2020.js')", "require('ajv/dist/2020.js')")}
${compiledValidators()}
export function validatorOf(schema, options) {
  let validate
  return () => (validate ??= compiled(schema) ?? validatorByAjv(schema, options)())
}
`,
  },
}

rmSync(bin, { recursive: true, force: true })
const bundle = await rolldown({
  input: { main: join(root, 'dist/cli/main.js') },
  platform: 'node',
  // A package that loads files of its own stays one.
  external: [/^(?:@fastify\/.*|jiti|@photostructure\/sqlite|@clack\/prompts|playwright-core)(?:\/|$)/],
  plugins: [readyValidators],
})
const { output } = await bundle.write({
  dir: bin,
  format: 'cjs',
  // Names stay: stack traces are read.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  chunkFileNames: '[name]-[hash].js',
})
writeLicenses(output, bin)
writeFileSync(join(bin, 'package.json'), '{ "type": "commonjs" }\n')
// npx keeps the link it once made: where the command stood before, in dist/cli, it must run as well.
for (const command of ['bin/main.js', 'cli/main.js']) chmodSync(join(root, 'dist', command), 0o755)
