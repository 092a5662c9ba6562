/** Widths of phone screens in CSS pixels: a small Android phone, the usual one, a large one. */
export const phoneWidthsPx = [360, 393, 430] as const

export const usualWidthPx: (typeof phoneWidthsPx)[number] = 393
