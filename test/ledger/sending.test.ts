import { describe } from 'vitest'
import { sendingContract } from './contract/sending.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => sendingContract(store))
