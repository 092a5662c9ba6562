import { limits } from '../../contract/friend-talk/limits.ts'
import { tooManyRule } from '../count-limit.ts'
import { countedItems } from '../counted-lists.ts'

export const tooManyItems = tooManyRule('too-many-items', countedItems, limits.items.max)
