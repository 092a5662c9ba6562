// Makes dist, the extension and the script of its preview in one file each, and server, the friendtalk for files that
// have none of their own: its command in few files, and what it reads. Takes it from the built project around this folder.
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../..', import.meta.url))

const main = join(root, 'dist/cli/main.js')
if (!existsSync(main)) {
  process.stderr.write('friendtalk itself is not built: run `npm ci && npm run build` in the folder above.\n')
  process.exit(1)
}

for (const folder of ['dist', 'server']) rmSync(join(here, folder), { recursive: true, force: true })

const bundle = (input, output) =>
  build({
    ...input,
    output: { minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } }, ...output },
  })
await bundle(
  { input: join(here, 'src/extension.ts'), platform: 'node', external: ['vscode'], tsconfig: false },
  { file: join(here, 'dist/extension.js'), format: 'cjs' },
)
await bundle(
  { input: join(here, 'src/webview/preview.ts'), platform: 'browser', tsconfig: false },
  { file: join(here, 'dist/preview.js'), format: 'iife' },
)

/** What sending, serving and taking pictures need: the bundled friendtalk does none of these, a project's own does. */
const absent = /^(?:@photostructure\/sqlite|pg|pg-copy-streams|playwright-core|fastify|@fastify\/.*|undici)(?:\/|$)/
const leaveOut = {
  name: 'leave-out',
  resolveId: { filter: { id: absent }, handler: (id) => ({ id: `\0absent:${id}` }) },
  load: { filter: { id: /^\0absent:/ }, handler: () => ({ code: 'module.exports = {}', moduleType: 'js' }) },
}
await bundle(
  {
    input: { main },
    platform: 'node',
    // It loads its compiler by path when a configuration is a program.
    external: ['jiti'],
    plugins: [leaveOut],
    onLog: (level, log, handle) => (log.code === 'COMMONJS_VARIABLE_IN_ESM' ? undefined : handle(level, log)),
  },
  { dir: join(here, 'server/dist/bin'), format: 'cjs', chunkFileNames: '[name]-[hash].js' },
)
const server = join(here, 'server')
writeFileSync(join(server, 'dist/bin/package.json'), '{ "type": "commonjs" }\n')
const { name, version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
writeFileSync(join(server, 'package.json'), `${JSON.stringify({ name, version, license, type: 'module' }, null, 2)}\n`)
const copied = [
  'dist/rules.json',
  'dist/web/assets',
  'dist/bin/LICENSES.txt',
  'docs',
  'dist/schemas/config.json',
  'templates',
  ...['package.json', 'LICENSE', 'lib', 'dist'].map((path) => join('node_modules/jiti', path)),
]
// Pages about rules lead to the others; pictures are not needed for reading them.
const filter = (path) => !path.endsWith(join('docs', 'pictures'))
for (const path of copied) cpSync(join(root, path), join(server, path), { recursive: true, filter })
