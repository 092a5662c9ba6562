import { describe } from 'vitest'
import { cancellingContract } from './contract/cancelling.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => cancellingContract(store))
