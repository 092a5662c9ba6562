/** The service's names of the targets of a link, by what they open. */
export const targetNames = { mobile: 'url_mobile', pc: 'url_pc', android: 'scheme_android', ios: 'scheme_ios' } as const

/** The service's names of the attributes of a button but its type. */
export const buttonNames = {
  name: 'name',
  ...targetNames,
  extra: 'chat_extra',
  event: 'chat_event',
  form: 'biz_form_key',
} as const

export const couponNames = { title: 'title', description: 'description', ...targetNames } as const

export const imageNames = { source: 'img_url', link: 'img_link' } as const
