import type { ImageOperation } from '../../contract/contract.ts'
import { sizeFault } from '../../contract/image-shape.ts'
import { imageRule } from '../image-limit.ts'

export const imageSizeNotAllowed = imageRule({
  id: 'image-size-not-allowed',
  check(facts, operation) {
    const fault = sizeFault(operation, facts)
    return fault && { ...fault, unit: 'pixels' }
  },
  en: ({ path, operation, facts: { width, height } }) =>
    `"${path}" is ${width} by ${height} pixels; ${allowed(operation).en}. Export it again in that size.`,
  ko: ({ path, operation, facts: { width, height } }) =>
    `"${path}" 이미지가 ${width}×${height}픽셀입니다. ${allowed(operation).ko} 크기로 다시 내보내세요.`,
})

/** Words the size that a limit allows. */
function allowed({ widthPx, heightPx, minWidthPx, maxWidthPx }: ImageOperation): { en: string; ko: string } {
  if (widthPx !== undefined && heightPx !== undefined) {
    return { en: `it must be ${widthPx} by ${heightPx}`, ko: `${widthPx}×${heightPx}픽셀` }
  }
  if (heightPx !== undefined) {
    return {
      en: `it must be ${minWidthPx} by ${heightPx} to ${maxWidthPx} by ${heightPx}`,
      ko: `${minWidthPx}×${heightPx}~${maxWidthPx}×${heightPx}픽셀`,
    }
  }
  return { en: `it must be at least ${minWidthPx} wide`, ko: `너비 ${minWidthPx}픽셀 이상의` }
}
