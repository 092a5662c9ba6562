import { describe, expect, it } from 'vitest'
import { recipientVariables } from '../../src/recipients/recipient.ts'
import { compileSource } from '../compile-source.ts'

describe('the variables that recipients have values of', () => {
  it.each([
    ['{ 이름: {} }', '#{이름}', [{ name: '이름', isRequired: true }]],
    ['{ 이름: { max: 5 } }', '#{이름}', [{ name: '이름', isRequired: true, max: 5 }]],
    ['{ 이름: { fallback: 고객 } }', '#{이름}', [{ name: '이름', isRequired: false }]],
    ['{ 이름: {} }', '#{이름|고객}', [{ name: '이름', isRequired: false }]],
    ['{ 이름: {} }', '#{이름|고객} #{이름}', [{ name: '이름', isRequired: true }]],
    ['{ 이름: {} }', '안녕하세요', []],
  ])('vars %s in %s', (vars, text, variables) => {
    const { template } = compileSource(`---\nkind: ft-text\nvars: ${vars}\n---\n${text}\n`)
    expect(template && recipientVariables(template)).toEqual(variables)
  })
})
