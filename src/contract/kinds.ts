import type { Language } from '../words/language.ts'
import type { KindFacts, Setting } from './contract.ts'
import { kindFacts, type Kind as FriendTalkKind, type Upload as FriendTalkUpload } from './friend-talk/kinds.ts'
import type { PayloadOf as FriendTalkPayload } from './friend-talk/payload.ts'
import { settings } from './friend-talk/settings.ts'

// What the words of pages are made of, whose scripts cannot have Node.js behind them.

/** A kind of message; it tells which service the message is of. */
export type Kind = FriendTalkKind

/** An operation that uploads images. */
export type Upload = FriendTalkUpload

/** The payload of each kind. */
export type PayloadOf = FriendTalkPayload

/** What the kinds are called. */
export const kindNames = { en: kindNamesIn('en'), ko: kindNamesIn('ko') }

/** How people call the settings of services, by key. */
export const settingNames = { en: settingNamesIn('en'), ko: settingNamesIn('ko') }

function kindNamesIn(lang: Language): { readonly [K in Kind]: string } {
  const names = Object.entries<KindFacts>(kindFacts).map(([kind, { name }]) => [kind, name[lang]])
  return Object.fromEntries(names) as { readonly [K in Kind]: string }
}

function settingNamesIn(lang: Language): { readonly [key: string]: string } {
  const all = Object.entries<Setting>(settings)
  return Object.fromEntries(all.flatMap(([key, { name }]) => (name ? [[key, name[lang]]] : [])))
}
