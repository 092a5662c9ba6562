import { describe } from 'vitest'
import { killContract } from './contract/kill.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => {
  killContract(store)
})
