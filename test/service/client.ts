import type { Emulator } from '../../src/emulator/emulator.ts'
import type { SendRecord } from '../../src/contract/contract.ts'
import { openService, type Service, type ServiceOptions } from '../../src/service/service.ts'
import { deadlineMs } from '../deadline.ts'
import { afterEachFile } from '../ending.ts'

const open = new Set<Service>()

afterEachFile(async () => {
  await Promise.all([...open].map((service) => service.close()))
  open.clear()
})

/** Opens a client that is closed when the tests of the file are over. */
export function openClient(
  { uploadUrl, baseUrl, userId, secretKey }: Pick<Emulator, 'uploadUrl' | 'baseUrl' | 'userId' | 'secretKey'>,
  options: Partial<ServiceOptions> = {},
): Service {
  const addresses = { service: 'friend-talk', uploadUrl, baseUrl }
  const service = openService({
    ...addresses,
    account: { userId, secretKey },
    requestTimeoutMs: deadlineMs,
    ...options,
  })
  open.add(service)
  return service
}

/** A name that no server of names is asked for: a part of one has 63 characters at most. */
export const noName = `${'a'.repeat(64)}.invalid`

/** A client of a bare server on a port of loopback. */
export function openClientOf(
  port: number,
  options: Partial<ServiceOptions> & { readonly scheme?: string; readonly secretKey?: string } = {},
): Service {
  const { scheme = 'http', secretKey = 'emulator_not_a_secret', ...rest } = options
  const url = `${scheme}://127.0.0.1:${port}`
  return openClient({ uploadUrl: url, baseUrl: url, userId: 'emulator', secretKey }, rest)
}

/** Text messages with these keys. */
export function texts(...keys: readonly string[]): SendRecord[] {
  return keys.map((key) => ({
    sender_key: 'emulator-sender',
    sender_number: '0212345678',
    receiver_number: '01012345678',
    msg_key: key,
    msg: '안녕하세요.',
    ad_flag: 'Y',
  }))
}
