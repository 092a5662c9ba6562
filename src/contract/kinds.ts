import type { Language } from '../words/language.ts'
import type { KindFacts, Setting } from './contract.ts'
import { kindFacts as brandKinds, type Kind as BrandKind, type Upload as BrandUpload } from './brand-message/kinds.ts'
import type { PayloadOf as BrandPayload } from './brand-message/payload.ts'
import { settings as brandSettings } from './brand-message/settings.ts'
import { kindFacts as friendKinds, type Kind as FriendKind, type Upload as FriendUpload } from './friend-talk/kinds.ts'
import type { PayloadOf as FriendPayload } from './friend-talk/payload.ts'
import { settings as friendSettings } from './friend-talk/settings.ts'

// Scripts of pages import this module, so it must not import modules of Node.js.

/** A kind of message; it tells which service the message is of. */
export type Kind = FriendKind | BrandKind

/** An operation that uploads images. */
export type Upload = FriendUpload | BrandUpload

export type PayloadOf = FriendPayload & BrandPayload

export const kindNames = { en: kindNamesIn('en'), ko: kindNamesIn('ko') }

/** How people call the settings of services, by key. */
export const settingNames = { en: settingNamesIn('en'), ko: settingNamesIn('ko') }

function kindNamesIn(lang: Language): { readonly [K in Kind]: string } {
  const names = Object.entries<KindFacts>({ ...friendKinds, ...brandKinds }).map(([kind, { name }]) => [
    kind,
    name[lang],
  ])
  return Object.fromEntries(names) as { readonly [K in Kind]: string }
}

function settingNamesIn(lang: Language): { readonly [key: string]: string } {
  const all = Object.entries<Setting>({ ...friendSettings, ...brandSettings })
  return Object.fromEntries(all.flatMap(([key, { name }]) => (name ? [[key, name[lang]]] : [])))
}
