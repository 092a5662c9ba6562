import type { KindFacts, Setting } from './contract.ts'
import { kindFacts as brandKinds, type Kind as BrandKind } from './brand-message/kinds.ts'
import type { Upload as BrandUpload } from './brand-message/limits.ts'
import type { PayloadOf as BrandPayload } from './brand-message/payload.ts'
import { settings as brandSettings } from './brand-message/settings.ts'
import { kindFacts as friendKinds, type Kind as FriendKind } from './friend-talk/kinds.ts'
import type { Upload as FriendUpload } from './friend-talk/limits.ts'
import type { PayloadOf as FriendPayload } from './friend-talk/payload.ts'
import { settings as friendSettings } from './friend-talk/settings.ts'

// Scripts of pages import this module, so it must not import modules of Node.js.

/** A kind of message; it tells which service the message is of. */
export type Kind = FriendKind | BrandKind

/** An operation that uploads images. */
export type Upload = FriendUpload | BrandUpload

export type PayloadOf = FriendPayload & BrandPayload

export const kindFacts: { readonly [K in Kind]: KindFacts } = { ...friendKinds, ...brandKinds }

/** The settings of all services, by their keys in the frontmatter. */
export const serviceSettings: { readonly [key: string]: Setting } = { ...friendSettings, ...brandSettings }
