import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { ledgerPath } from '../../src/project/project.ts'

it.each([
  ['.friendtalk/ledger.db', 'production', '/p/.friendtalk/ledger.production.db'],
  ['.friendtalk/ledger.db', 'emulator', '/p/.friendtalk/ledger.emulator.db'],
  ['sends', 'eu-1', '/p/sends.eu-1'],
  ['../state/a.b.sqlite', 'x_y', '/state/a.b.x_y.sqlite'],
  ['/var/lib/ledger.db', 'production', '/var/lib/ledger.production.db'],
])('the ledger %s of the target %s is %s', (ledger, target, path) => {
  expect(ledgerPath('/p', ledger, target)).toBe(resolve(path))
})
