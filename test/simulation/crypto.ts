// In the place of node:crypto: what is random there comes from the seed.
import { theWorld } from './world.ts'

export * from 'node:crypto'

export function randomBytes(length: number): Buffer {
  return theWorld().random.bytes(length)
}

export function randomUUID(): string {
  const hex = randomBytes(16).toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
}
