// Opens a ledger in a child process whose outcomes are taken over into the table sooner or later.
import { openLedger } from '../../../dist/ledger/sqlite/open-ledger.js'

export function open(path, random) {
  return openLedger({ path, target: 'production', ifMissing: 'create', eraseAfter: 1 + random(40) })
}
