import { describe } from 'vitest'
import { recordsContract } from './contract/records.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => recordsContract(store))
