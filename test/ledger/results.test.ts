import { describe } from 'vitest'
import { resultsContract } from './contract/results.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => resultsContract(store))
