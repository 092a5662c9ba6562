// Makes dist/bin of dist: the commands in few files, so that a start reads and compiles little.
//
// The rooms that lint and compile need stand in one file, core, whose compiled code is kept beside it from run to run
// (see code-cache.cjs); what other commands need is loaded when they run. What a package loads itself stays a package.
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'dist/bin')

const external = [/^(?:ajv|csv-parse|diff|fastify|@fastify\/.*|jiti|@photostructure\/sqlite|undici)(?:\/|$)/]

/** Modules that only some commands need: they must not be in core. */
const others = new RegExp(
  [
    String.raw`dist/(?:index|emulator/|ledger/|service/|preview/|phone/|deploy/|recipients/(?!number)|lint/catalog)`,
    String.raw`dist/project/(?:watch|git|recipient-findings)`,
    String.raw`dist/cli/(?:commands/(?!(?:lint|compile)\.js)|reporters/(?!formats|text)|interface-|rule-|example-|main|lint-fix|lint-recipients|message-watch)`,
    'node_modules/(?:chokidar|readdirp|@clack|hast|property-information)',
  ].join('|'),
)

/** Creating a segmenter takes a sixth of a start, and most texts need none. */
const lazySegmenter = {
  name: 'lazy-segmenter',
  transform: {
    filter: { id: /string-width[\\/]index\.js$/ },
    handler(code) {
      const eager = 'const segmenter = new Intl.Segmenter();'
      if (!code.includes(eager)) throw new Error('string-width has changed: look whether it still needs this')
      return code.replace(
        eager,
        'let segmenterOnce; const segmenter = { segment: (text) => (segmenterOnce ??= new Intl.Segmenter()).segment(text) };',
      )
    },
  },
}

rmSync(bin, { recursive: true, force: true })
const bundle = await rolldown({
  input: { main: join(root, 'dist/cli/main.js'), 'compile-worker': join(root, 'dist/project/compile-worker.js') },
  platform: 'node',
  external,
  plugins: [lazySegmenter],
})
const { output } = await bundle.write({
  dir: bin,
  format: 'cjs',
  // Names stay: stack traces are read.
  minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: {
    groups: [
      {
        name: 'core',
        test: (id) => !others.test(id) && !/dist\/(?:cli\/main|project\/compile-worker)\.js$/.test(id),
        entriesAware: false,
      },
    ],
  },
})

const core = output.find(({ fileName }) => fileName.startsWith('core-'))?.fileName
for (const { fileName } of output) {
  const file = join(bin, fileName)
  // Text of one byte a character is read at once.
  let code = readFileSync(file, 'utf8').replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  if (fileName === 'main.js' || fileName === 'compile-worker.js') {
    const [shebang = ''] = /^#!.*\n/.exec(code) ?? []
    code = `${shebang}require("./code-cache.js").load("./${core}");\n${code.slice(shebang.length)}`
  }
  writeFileSync(file, code)
}
copyFileSync(join(root, 'build/code-cache.cjs'), join(bin, 'code-cache.js'))
writeFileSync(join(bin, 'package.json'), '{ "type": "commonjs" }\n')
chmodSync(join(bin, 'main.js'), 0o755)
