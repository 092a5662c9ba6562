import { describe } from 'vitest'
import { movingContract } from '../ledger/contract/moving.ts'
import { stores } from '../ledger/stores.ts'

describe('A ledger that is moved is in one place', () => {
  describe.each(stores)('$name', (store) => {
    for (const other of stores) movingContract(store, other)
  })
})
