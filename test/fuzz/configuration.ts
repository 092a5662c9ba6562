import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { compile } from '../../src/compile.ts'
import { type Config, loadConfig } from '../../src/project/config/config.ts'
import { configSchema } from '../../src/project/config/user-config.ts'
import { UsageError } from '../../src/project/usage-error.ts'
import { problemIn } from '../../src/words/problem.ts'
import { anyImage } from '../compile-source.ts'
import { fromSchema } from './from-schema.ts'
import { type Target, targetOf } from './target.ts'
import { damaged, deepJson } from './texts.ts'

const words = [
  'messages/**/*.md',
  'default',
  'production',
  'emulator',
  '02-1234-5678',
  '01012345678',
  'https://a.example.com',
  'http://127.0.0.1:1',
  'all',
  'KEY',
  'button-name-too-long',
  'msg-too-long',
  'not-nfc',
  'lists/out.csv',
  '카톡',
  'a*b',
  'ledger.db',
]
const secret = 'hunter2-not-to-be-shown'

/** JSON configurations: they hold, or one `UsageError` says what is wrong where, with no secret and no stack. */
export function configuration(): Target {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'friendtalk-fuzz-')))
  const data = fromSchema(configSchema, { words, wrongPercent: 3 }).map((value) => JSON.stringify(value, null, 2))
  const withSecret = data.map((text) => text.replace(/"env": "[^"]*"/, `"value": "${secret}"`))
  const text = fc.oneof(
    { weight: 6, arbitrary: data },
    { weight: 2, arbitrary: withSecret },
    { weight: 1, arbitrary: deepJson.map((deep) => `{"messages":["a"],"rules":${deep}}`) },
    { weight: 1, arbitrary: deepJson },
  )
  return targetOf(
    damaged(text, 2),
    (content) => checkConfiguration(content, folder),
    () => rmSync(folder, { recursive: true, force: true }),
  )
}

/** @throws for a promise that is broken */
export async function checkConfiguration(content: string, folder: string): Promise<void> {
  const file = join(folder, 'friendtalk.config.json')
  writeFileSync(file, content)
  let config: Config
  try {
    config = await loadConfig(file, { cwd: folder, lang: 'en', library: () => import('../../src/index.ts') })
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    for (const lang of ['en', 'ko'] as const) {
      const lines = problemIn(lang, error.problem)
      const all = lines.join('\n')
      if (lines.length === 0 || /\bundefined\b|\[object|^ +at /m.test(all.replaceAll(/"[^"]*"/g, ''))) {
        throw new Error(`worded with a hole: ${all}`, { cause: error })
      }
      if (all.includes(secret)) throw new Error(`shows a secret: ${all}`, { cause: error })
    }
    return
  }
  const { rules, terms, require: required, limits: readings } = config
  compile('---\nkind: ft-text\n---\n카톡 #{이름}\n', {
    path: 'a.md',
    image: anyImage,
    rules,
    terms,
    require: required,
    readings,
  })
}
