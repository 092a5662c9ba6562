// Vitest runs this before each file of tests.
import { afterAll, afterEach } from 'vitest'
import { endFile, endTest } from './ending.ts'

afterEach(endTest)
afterAll(endFile)
