import { describe } from 'vitest'
import { killContract } from '../ledger/contract/kill.ts'
import { stores } from '../ledger/stores.ts'

describe.each(stores)('$name', (store) => {
  killContract(store)
})
