import { list, oneOf, type ValueOf } from '../../text/json-schema.ts'
import type { EmulatedService } from '../service.ts'
import { text } from '../settings.ts'

/** image1, image2, …; image0, image1, …; image[0], image[1], …; image for each of them. */
export const formFields = ['from-1', 'from-0', 'brackets', 'as-sent'] as const

export const friendTalkSettings = {
  /** Unique ids that the fallback service knows. */
  apiUniqueIds: list(text),
  /** The names in `formField` if all files of an upload are sent as "image": the interface does not say. */
  formField: oneOf(formFields),
}

type FriendTalkSettings = {
  readonly [S in keyof typeof friendTalkSettings]: ValueOf<(typeof friendTalkSettings)[S]>
}

export const friendTalkDefaults: FriendTalkSettings = {
  apiUniqueIds: ['sms-standard', 'lms-standard', 'mms-standard'],
  formField: 'from-1',
}

/** Returns the settings of this service, which those of the emulator include. */
export function ownSettingsOf({ settings }: EmulatedService): FriendTalkSettings {
  return settings as unknown as FriendTalkSettings
}
