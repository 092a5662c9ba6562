import { describe } from 'vitest'
import { movingContract } from '../ledger/contract/moving.ts'
import { singlesContract } from '../ledger/contract/singles.ts'
import { stores } from '../ledger/stores.ts'

describe('A ledger that is moved is in one place, and single messages leave once', () => {
  describe.each(stores)('$name', (store) => {
    singlesContract(store)
    for (const other of stores) movingContract(store, other)
  })
})
