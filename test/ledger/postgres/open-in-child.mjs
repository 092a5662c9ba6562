// Opens a ledger in a child process.
import { postgresStore } from '../../../dist/ledger/postgres/store.js'

export function open(name) {
  return postgresStore({ ...JSON.parse(name), target: 'production' }).open({ ifMissing: 'create' })
}
