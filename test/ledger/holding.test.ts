import { describe } from 'vitest'
import { holdingContract } from './contract/holding.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => holdingContract(store))
