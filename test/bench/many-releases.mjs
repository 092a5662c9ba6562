// What `status` of one release takes beside many others: the command as a process of its own, in a ledger with one release and
// in one with very many.
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ledgerStore } from '../../dist/ledger/open.js'
import { median } from './measure.mjs'

const cli = fileURLToPath(new URL('../../dist/bin/main.js', import.meta.url))
const template = {
  format: 1,
  id: 'a',
  service_id: 'ft-text',
  sender: 'default',
  source: 'messages/a.md',
  payload: { msg: 'Hello', ad_flag: 'Y' },
  variables: [],
  images: [],
  map: {},
  digest: 'sha256:a',
}

async function projectWith(count, sends) {
  const recipients = Array.from({ length: sends }, (_, n) => ({
    number: `010${String(n).padStart(8, '0')}`,
    values: new Map(),
  }))
  const root = mkdtempSync(join(tmpdir(), 'friendtalk-bench-'))
  mkdirSync(join(root, '.friendtalk'))
  writeFileSync(join(root, 'friendtalk.config.json'), '{ "messages": ["*.md"] }')
  const path = join(root, '.friendtalk', 'ledger.emulator.db')
  const ledger = await ledgerStore({ path, target: 'emulator' }).open({ ifMissing: 'create' })
  for (let n = 1; n <= count; n++) {
    const preparation = {
      release: `r${n}`,
      templates: [template],
      recipients: [{ id: 'a', recipients }],
      rejected: 'keep',
    }
    await ledger.prepare(preparation)
  }
  await ledger.close()
  return root
}

function status(root, release) {
  const begun = performance.now()
  const { status: code, stderr } = spawnSync(process.execPath, [cli, 'status', release, '--json'], { cwd: root })
  if (code !== 0) throw new Error(String(stderr))
  return performance.now() - begun
}

/** `status` of a release that stands alone, and of one beside very many. */
export async function manyReleases({ rounds, isQuick, releases = isQuick ? 100 : 1_000, sends = 2_000 }) {
  const [one, many] = [await projectWith(1, sends), await projectWith(releases, sends)]
  try {
    const seen = Array.from({ length: rounds }, () => [status(one, 'r1'), status(many, `r${Math.ceil(releases / 2)}`)])
    const of = (which) => median(seen.map((pair) => pair[which])).toFixed(0)
    const ratio = median(seen.map(([alone, beside]) => beside / alone)).toFixed(2)
    return [
      '## Many releases',
      '',
      `\`status\` of ${sends} sends: alone ${of(0)} ms, beside ${releases} releases ${of(1)} ms, ${ratio} times (at most 1.5).`,
    ]
  } finally {
    for (const root of [one, many]) rmSync(root, { recursive: true })
  }
}
