import type { ImageOperation } from '../../contract/contract.ts'
import { imageRule } from '../image-limit.ts'

export const imageRatioNotAllowed = imageRule({
  id: 'image-ratio-not-allowed',
  check({ width, height }, { ratioMin, ratioMax }) {
    const ratio = width / height
    const limit = ratio < (ratioMin ?? ratio) ? ratioMin : ratio > (ratioMax ?? ratio) ? ratioMax : undefined
    return limit === undefined ? undefined : { actual: Math.round(ratio * 1000) / 1000, limit, unit: 'ratio' }
  },
  words: {
    en: ({ path, facts: { width, height }, actual, limit, operation }) => ({
      message: `"${path}" is ${width} by ${height} pixels, too ${actual > limit ? 'wide' : 'tall'}; its shape must be between ${shapesOf(operation).join(' and ')}. Crop it.`,
      help: `Width divided by height is ${actual}.`,
    }),
    ko: ({ path, facts: { width, height }, actual, limit, operation }) => ({
      message: `"${path}" 이미지가 ${width}×${height}픽셀로 너무 ${actual > limit ? '넓습니다' : '깁니다'}. 가로세로 비율이 ${shapesOf(operation).join('에서 ')} 사이가 되도록 자르세요.`,
      help: `너비를 높이로 나누면 ${actual}입니다.`,
    }),
  },
})

/** The widest and the tallest shape that an upload takes, as width to height. */
function shapesOf({ ratioMin, ratioMax }: ImageOperation): readonly string[] {
  return [ratioMax, ratioMin].flatMap((ratio) => (ratio === undefined ? [] : [shapeOf(ratio)]))
}

function shapeOf(ratio: number): string {
  const height = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((units) => Number.isInteger(ratio * units)) ?? 1
  return `${ratio * height}:${height}`
}
