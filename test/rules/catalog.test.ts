import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { idPattern } from '../../src/message/message.ts'
import { tiers } from '../../src/rules/finding.ts'
import { everyRule, messageRules, recipientRules, reportedRules, ruleIds, rules } from '../../src/rules/rules.ts'

const configurationRules = new Set(reportedRules.filter(({ subject }) => subject === 'config').map(({ id }) => id))
const files = readdirSync(new URL('../../src/rules/checks/', import.meta.url))

describe('the catalog', () => {
  it('has each rule once, sorted by id', () => {
    const ids = everyRule.map(({ id }) => id)
    expect(ids).toEqual([...new Set(ids)].toSorted())
    expect(ids.length).toBe(messageRules.length + recipientRules.length)
    const ofMessages = [...ruleIds].filter((id) => !configurationRules.has(id))
    expect(messageRules.map(({ id }) => id)).toEqual(ofMessages.toSorted())
  })

  it('has every check in the list', () => {
    const ids = new Set(rules.map(({ id }) => `${id}.ts`))
    expect(files.filter((file) => !ids.has(file))).toEqual([])
  })

  it('says of each rule how severe it is', () => {
    const severities = new Map(reportedRules.map(({ id, severity }) => [id, severity]))
    expect(severities.get('text-missing')).toBe('error')
    expect(severities.get('suppression-unused')).toBe('warning')
  })

  it('names every rule as ids are named', () => {
    expect(everyRule.filter(({ id, tier }) => !idPattern.test(id) || !tiers.includes(tier))).toEqual([])
  })
})
