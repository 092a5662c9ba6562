import { limits } from '../../contract/friend-talk/limits.ts'
import { tooFewRule } from '../count-limit.ts'
import { countedCards } from '../counted-lists.ts'

export const tooFewCards = tooFewRule('too-few-cards', countedCards, limits.cards.min)
