/** The service's names of the targets of a link, by what they open. */
export const targetNames = { pc: 'url_pc', mobile: 'url_mobile', android: 'scheme_android', ios: 'scheme_ios' } as const

/** The service's names of the attributes of a button but its type. */
export const buttonNames = {
  name: 'name',
  ...targetNames,
  extra: 'chat_extra',
  event: 'chat_event',
  form: 'biz_form_key',
} as const

/** In cards, the interface names the targets in another order. */
export const targetNamesInCard = {
  android: targetNames.android,
  ios: targetNames.ios,
  mobile: targetNames.mobile,
  pc: targetNames.pc,
} as const

export const couponNames = { title: 'title', description: 'description', ...targetNamesInCard } as const

export const imageNames = { source: 'img_url', link: 'img_link' } as const

/** Fields whose value is a URL, wherever they stand. */
export const linkFields = [...Object.values(targetNames), imageNames.link] as const

/** Added to `failback_data` at send time; never taken from a file. */
export const failbackSendFields = ['sender_number', 'receiver_number', 'secret_key'] as const
