import { describe } from 'vitest'
import { modelContract } from '../ledger/contract/model.ts'
import { stores } from '../ledger/stores.ts'

describe.each(stores)('$name', (store) => {
  modelContract(store)
})
