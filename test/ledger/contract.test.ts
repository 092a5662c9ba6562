import { describe } from 'vitest'
import { erasureContract } from './contract/erasure.ts'
import { holdingContract } from './contract/holding.ts'
import { recordsContract } from './contract/records.ts'
import { resultsContract } from './contract/results.ts'
import { sendingContract } from './contract/sending.ts'
import { singlesContract } from './contract/singles.ts'
import { sharingContract } from './contract/sharing.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => {
  sendingContract(store)
  recordsContract(store)
  erasureContract(store)
  sharingContract(store)
  singlesContract(store)
  resultsContract(store)
  holdingContract(store)
})
