import type { Emulator } from './emulator.ts'
import type { EmulatorOptions } from './options.ts'
import type { EmulatorSecrets } from './service.ts'

/**
 * Starts the whole service on the loopback address, with an inbox at its URL. For people's own tests: it takes a free
 * port unless one is stated, and `close()` ends everything.
 *
 * @throws EmulatorOptionsError for options that it cannot start with, and what the system says when the port is taken
 */
export async function startEmulator(options: EmulatorOptions = {}, secrets: EmulatorSecrets = {}): Promise<Emulator> {
  // A program that needs no emulator loads no web server.
  const emulator = await import('./emulator.ts')
  return emulator.startEmulator(options, secrets)
}
