import { describe } from 'vitest'
import { erasureContract } from './contract/erasure.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => erasureContract(store))
