import { limits } from '../../contract/friend-talk/limits.ts'
import { tooManyRule } from '../count-limit.ts'
import { countedCards } from '../counted-lists.ts'

export const tooManyCards = tooManyRule('too-many-cards', countedCards, limits.cards.max)
