import { describe } from 'vitest'
import { modelContract } from './contract/model.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => {
  modelContract(store)
})
