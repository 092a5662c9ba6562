import { imageRule } from '../image-limit.ts'

/** Of 16,384 by 16,384: with four bytes for each pixel 1 GiB. */
const maxPixels = 2 ** 28

export const imageTooManyPixels = imageRule({
  id: 'image-too-many-pixels',
  tier: 'style',
  check: ({ width, height }) =>
    width * height > maxPixels ? { actual: width * height, limit: maxPixels, unit: 'pixels' } : undefined,
  words: {
    en: ({ path, facts: { width, height }, limit }) => ({
      message: `"${path}" says that it is ${width} by ${height} pixels, more than any phone can show; at most ${limit} in all are allowed. Export it again in the size in which it is shown.`,
    }),
    ko: ({ path, facts: { width, height }, limit }) => ({
      message: `"${path}" 이미지의 크기가 ${width}×${height}픽셀로 적혀 있어 휴대폰에서 열 수 없습니다. 전체 픽셀이 ${limit}개를 넘지 않아야 하니 실제로 보일 크기로 다시 내보내세요.`,
    }),
  },
})
