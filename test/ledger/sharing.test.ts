import { describe } from 'vitest'
import { sharingContract } from './contract/sharing.ts'
import { stores } from './stores.ts'

describe.each(stores)('$name', (store) => sharingContract(store))
