/** The service's names of the targets of a link, by what they open. */
export const targetNames = { mobile: 'linkMo', pc: 'linkPc', android: 'schemeAndroid', ios: 'schemeIos' } as const

/** The service's names of the attributes of a button but its type. */
export const buttonNames = {
  name: 'name',
  ...targetNames,
  extra: 'chatExtra',
  event: 'chatEvent',
  form: 'bizFormKey',
} as const

export const couponNames = { title: 'title', description: 'description', ...targetNames } as const

export const imageNames = { source: 'imageUrl', link: 'imageLink' } as const

export const priceNames = {
  regular: 'regularPrice',
  discounted: 'discountPrice',
  rate: 'discountRate',
  fixed: 'discountFixed',
} as const
