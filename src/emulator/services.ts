import type { EmulatedContract } from './emulated.ts'
import { emulatedFriendTalk } from './friend-talk/emulated-friend-talk.ts'

/** Every service that the emulator serves. */
export const emulatedContracts: readonly [EmulatedContract, ...EmulatedContract[]] = [emulatedFriendTalk]
