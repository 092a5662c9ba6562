import { expect, it } from 'vitest'
import { contracts } from '../../src/contract/contracts.ts'

it.each(contracts.map((contract) => [contract.id, contract] as const))(
  '%s says what stands in the place of each setting of other services',
  (_, contract) => {
    const others = contracts.flatMap(({ settings }) => Object.keys(settings))
    const missing = others.filter((key) => !Object.hasOwn(contract.settings, key))
    expect(Object.keys(contract.foreign).toSorted()).toEqual(missing.toSorted())
    for (const { en, ko } of Object.values(contract.foreign)) {
      expect(en).toMatch(/\.$/)
      expect(ko).toMatch(/[가-힣].*\.$/)
    }
  },
)
