// Opens a ledger in a child process.
import { fileStore } from '../../../dist/ledger/file-store.js'

export function open(path) {
  return fileStore({ path, target: 'production' }).open({ ifMissing: 'create' })
}
