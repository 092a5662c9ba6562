import { contractOf, type Kind } from '../contract/contracts.ts'
import type { EmulatedContract } from './emulated.ts'
import { emulatedBrandMessage } from './brand-message/emulated-brand-message.ts'
import { emulatedFriendTalk } from './friend-talk/emulated-friend-talk.ts'
import type { Operation } from './faults.ts'
import { friendTalkDefaults, friendTalkSettings } from './friend-talk/settings.ts'
import type { DeliveryReport } from './webhook.ts'

/** Every service that the emulator serves. */
export const emulatedContracts: readonly EmulatedContract[] = [emulatedFriendTalk, emulatedBrandMessage]

/** The settings that services have for themselves, and what they are when they are not stated. */
export const ownSettings = friendTalkSettings
export const ownDefaults = friendTalkDefaults

/** Returns whether a service answers a send or an upload with a code. */
export function hasCode({ type, service }: Operation, code: string): boolean {
  const named = emulatedContracts.find(({ contract }) => contract.id === service)
  return type === 'upload'
    ? named?.uploadCodes.includes(code) === true
    : Object.hasOwn(named?.contract.codes ?? {}, code)
}

/** Returns how the service that a kind is of reports deliveries. */
export function deliveryOf(kind: Kind): DeliveryReport {
  const service = emulatedContracts.find(({ contract }) => contract === contractOf(kind))
  if (service === undefined) throw new Error(`The emulator has no service with messages of the kind ${kind}.`)
  return service.delivery
}
