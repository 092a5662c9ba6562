import type { ImageOperation } from '../../contract/contract.ts'
import { ratioFault } from '../../contract/image-shape.ts'
import { imageRule } from '../image-limit.ts'

export const imageRatioNotAllowed = imageRule({
  id: 'image-ratio-not-allowed',
  check(facts, operation) {
    const fault = ratioFault(operation, facts)
    return fault && { ...fault, actual: Math.round(fault.actual * 1000) / 1000, unit: 'ratio' }
  },
  en: ({ path, facts: { width, height }, actual, limit, operation }) => ({
    message: `"${path}" is ${width} by ${height} pixels, too ${isWide(actual > limit, operation) ? 'wide' : 'tall'}; its ${shapes(operation).en}. Crop it.`,
    help: `${operation.ratioOf ? 'Height divided by width' : 'Width divided by height'} is ${actual}.`,
  }),
  ko: ({ path, facts: { width, height }, actual, limit, operation }) => ({
    message: `"${path}" 이미지가 ${width}×${height}픽셀로 너무 ${isWide(actual > limit, operation) ? '넓습니다' : '깁니다'}. ${shapes(operation).ko} 자르세요.`,
    help: `${operation.ratioOf ? '높이를 너비로' : '너비를 높이로'} 나누면 ${actual}입니다.`,
  }),
})

function isWide(isAbove: boolean, { ratioOf }: ImageOperation): boolean {
  return isAbove !== (ratioOf === 'height')
}

function shapes(operation: ImageOperation): { readonly en: string; readonly ko: string } {
  const { ratioOf, ratioMin, ratioMax } = operation
  if (ratioOf === undefined) {
    const shapesOfOperation = shapesOf(operation)
    return {
      en: `shape must be between ${shapesOfOperation.join(' and ')}`,
      ko: `가로세로 비율이 ${shapesOfOperation.join('에서 ')} 사이가 되도록`,
    }
  }
  if (ratioMin === ratioMax)
    return { en: `height must be ${ratioMin} times its width`, ko: `높이가 너비의 ${ratioMin}배가 되도록` }
  return {
    en: `height must be ${ratioMin} to ${ratioMax} times its width`,
    ko: `높이가 너비의 ${ratioMin}~${ratioMax}배가 되도록`,
  }
}

/** The widest and the tallest shape that an upload takes, as width to height. */
function shapesOf({ ratioMin, ratioMax }: ImageOperation): readonly string[] {
  return [ratioMax, ratioMin].flatMap((ratio) => (ratio === undefined ? [] : [shapeOf(ratio)]))
}

function shapeOf(ratio: number): string {
  const height = [1, 2, 3, 4, 5, 6, 7, 8, 9].find((units) => Number.isInteger(ratio * units)) ?? 1
  return `${ratio * height}:${height}`
}
