import { emulatedBrandMessage } from './brand-message/emulated-brand-message.ts'
import type { EmulatedContract } from './exchange.ts'
import { emulatedFriendTalk } from './friend-talk/emulated-friend-talk.ts'

/** Every service that the emulator serves. */
export const emulatedContracts: readonly EmulatedContract[] = [emulatedFriendTalk, emulatedBrandMessage]

/** The settings that services have for themselves, and what they are when they are not stated. */
export { friendTalkDefaults as ownDefaults, friendTalkSettings as ownSettings } from './friend-talk/settings.ts'
