import { limits } from '../../contract/friend-talk/limits.ts'
import { tooManyRule } from '../count-limit.ts'
import { countedButtons } from '../counted-lists.ts'

export const tooManyButtons = tooManyRule('too-many-buttons', countedButtons, limits.buttons.max)
