// Opens a ledger in a child process.
import { databaseStore } from '../../../dist/ledger/database-store.js'

export function open(name) {
  return databaseStore({ ...JSON.parse(name), target: 'production', refreshMs: 20 }).open({ ifMissing: 'create' })
}
