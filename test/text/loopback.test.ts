import { expect, it } from 'vitest'
import { isLoopback, isLoopbackUrl, serviceUrlViolation } from '../../src/text/urls.ts'

it.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.9.9.9', true],
  ['[::1]', true],
  // A resolver may look these up elsewhere.
  ['app.localhost', false],
  ['localhost.', false],
  ['::1', false],
  ['', false],
  ['example.com', false],
  ['127.0.0.1.example.com', false],
  ['localhost.example.com', false],
  ['10.0.0.1', false],
  ['0.0.0.0', false],
])('host %j is loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

it.each([
  ['http://127.0.0.1:3000', true, true],
  ['http://127.1/a', true, true],
  ['HTTP://LOCALHOST', true, true],
  ['https://[::1]', true, true],
  ['https://send.example.com', false, true],
  ['http://send.example.com', false, false],
  ['http://api.localhost', false, false],
  ['http://127.0.0.1@send.example.com', false, false],
  ['ftp://127.0.0.1', false, false],
  ['localhost:3000', false, false],
  ['', false, false],
])('URL %j is loopback: %s, and may carry credentials: %s', (url, onLoopback, mayCarry) => {
  expect([isLoopbackUrl(url), serviceUrlViolation(url)]).toEqual([onLoopback, mayCarry ? undefined : 'not-https'])
})
