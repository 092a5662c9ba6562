import type { StoreUnderTest } from './contract/store-under-test.ts'
import { postgresUnderTest } from './postgres/postgres-ledger.ts'
import { sqliteUnderTest } from './sqlite/sqlite-ledger.ts'

/** Every store that keeps to the contract of the ledger. */
export const stores: readonly StoreUnderTest[] = [sqliteUnderTest, postgresUnderTest]
