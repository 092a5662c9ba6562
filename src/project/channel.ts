import type { Text } from '../words/language.ts'
import { wrongValues } from './usage-error.ts'
import type { Config } from './config/config.ts'
import type { ChannelSettings } from './config/user-config.ts'
import { isSameName } from '../text/text.ts'
import { embedded, readImage } from './images/images.ts'

/** A channel as a drawn phone shows it. */
export interface ShownChannel {
  readonly name?: string
  /** A `data:` address: no page that shows it loads anything for it. */
  readonly picture?: string
}

/** A picture stands in every page that shows a message, and is drawn 40 pixels wide. */
const maxPictureBytes = 512 * 1024

interface Place {
  readonly root: string
  readonly config: Config
}

/** Returns the channel of a sender by its name in messages; the project's channel fills the gaps. */
export function channelOfSender({ root, config }: Place, name: string): ShownChannel {
  const [, sender] = Object.entries(config.senders).find(([known]) => isSameName(known, name)) ?? []
  return shown(root, { ...config.channel, ...sender?.channel })
}

/** Returns the channel that sends from a number, if no name of a sender is known. */
export function channelOfNumber({ root, config }: Place, senderNumber: string): ShownChannel {
  const plain = (number: string): string => number.replaceAll('-', '')
  const sender = Object.values(config.senders).find(
    ({ sender_number, channel }) => channel !== undefined && plain(sender_number ?? '') === plain(senderNumber),
  )
  return shown(root, { ...config.channel, ...sender?.channel })
}

function shown(root: string, { name, picture }: ChannelSettings): ShownChannel {
  const image = picture === undefined ? undefined : readImage(root, picture)
  // It may have gone since the project was opened: a phone has a letter in its place.
  const isShown = image !== undefined && image.content.length <= maxPictureBytes
  return {
    ...(name !== undefined && { name }),
    ...(isShown && { picture: embedded(image) }),
  }
}

/** @throws UsageError for a picture that cannot be shown, with its place in the configuration */
export function checkPictures({ root, config }: Place, shownFile: string): void {
  const channels = [
    { place: 'channel', channel: config.channel },
    ...Object.entries(config.senders).map(([name, { channel }]) => ({ place: `senders.${name}.channel`, channel })),
  ]
  const values = channels.flatMap(({ place, channel: { picture } = {} }) => {
    const image = picture === undefined ? undefined : readImage(root, picture)
    if (picture === undefined || (image && image.content.length <= maxPictureBytes)) return []
    return [{ place: `${shownFile} (${place}.picture)`, message: image ? heavy(picture) : none(picture) }]
  })
  if (values.length > 0) throw wrongValues(values)
}

const maxKib = maxPictureBytes / 1024

const none = (path: string): Text => ({
  en: `There is no PNG or JPEG image "${path}" inside the project; the path is relative to the root.`,
  ko: `프로젝트 안에 "${path}" PNG 또는 JPEG 이미지가 없습니다. 경로는 루트 기준입니다.`,
})

const heavy = (path: string): Text => ({
  en: `The image "${path}" is larger than ${maxKib} KiB; export it smaller.`,
  ko: `"${path}" 이미지가 ${maxKib} KiB보다 큽니다. 더 작게 저장하세요.`,
})
