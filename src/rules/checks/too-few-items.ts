import { limits } from '../../contract/friend-talk/limits.ts'
import { tooFewRule } from '../count-limit.ts'
import { countedItems } from '../counted-lists.ts'

export const tooFewItems = tooFewRule('too-few-items', countedItems, limits.items.min)
