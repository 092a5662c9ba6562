import { type Upload, uploads } from '../../contract/kinds.ts'
import { type ImageLimit, imageLimits } from '../../contract/limits.ts'
import type { Translated } from '../../lint/rule.ts'
import { fileSize } from '../../words/file-size.ts'
import type { InterfaceRow, InterfaceSection, LimitEntry } from './row.ts'

type Property = Exclude<keyof ImageLimit, 'source'>

/** The facts that the limits of an upload operation state. */
function rowsOf(upload: Upload): InterfaceRow[] {
  const limit: ImageLimit = imageLimits[upload]
  const { formats, maxBytes, ratioMin, ratioMax, recommendedPx, maxFiles } = limit
  const row = (properties: readonly Property[], fact: Translated, rest: Partial<InterfaceRow>): InterfaceRow => ({
    field: upload,
    fact,
    limits: properties.map((property): LimitEntry => `${upload}.${property}`),
    ...rest,
  })
  return [
    row(
      ['formats'],
      { en: `a file of the format ${formats.join(' or ')}`, ko: `${formats.join(' 또는 ')} 형식의 파일` },
      { rules: ['image-format', 'image-damaged', 'image-unreadable'] },
    ),
    row(
      ['maxBytes'],
      { en: `at most ${fileSize(maxBytes)} (${maxBytes} bytes)`, ko: `최대 ${fileSize(maxBytes)}(${maxBytes}바이트)` },
      { rules: ['image-too-heavy', 'image-too-large'] },
    ),
    row(sizesOf(limit), sizeFact(limit), { rules: ['image-size-not-allowed'] }),
    ...(ratioMin !== undefined && ratioMax !== undefined
      ? [
          row(
            ['ratioMin', 'ratioMax'],
            {
              en: `width divided by height from ${ratioMin} to ${ratioMax}`,
              ko: `너비를 높이로 나눈 값이 ${ratioMin}~${ratioMax}`,
            },
            { rules: ['image-ratio-not-allowed'] },
          ),
        ]
      : []),
    ...(recommendedPx
      ? [
          row(
            ['recommendedPx'],
            {
              en: `best ${recommendedPx.width} by ${recommendedPx.height} pixels`,
              ko: `권장 크기 ${recommendedPx.width}×${recommendedPx.height}픽셀`,
            },
            { elsewhere: { en: 'advice that no rule holds', ko: '권장 사항이라 규칙이 없음' } },
          ),
        ]
      : []),
    ...(maxFiles === undefined
      ? []
      : [
          row(
            ['maxFiles'],
            { en: `at most ${maxFiles} files a request`, ko: `요청 하나에 파일 최대 ${maxFiles}개` },
            {
              rules: [upload === 'ft-wide-item-list' ? 'too-many-items' : 'too-many-cards'],
              elsewhere: {
                en: 'deploy, which may upload files one by one',
                ko: '발송(deploy): 파일을 하나씩 올리기도 함',
              },
            },
          ),
        ]),
  ]
}

const sizes = ['widthPx', 'heightPx', 'minWidthPx', 'maxWidthPx'] as const

function sizesOf(limit: ImageLimit): Property[] {
  return sizes.filter((size) => limit[size] !== undefined)
}

function sizeFact({ widthPx, heightPx, minWidthPx, maxWidthPx }: ImageLimit): Translated {
  if (widthPx !== undefined) return { en: `${widthPx} by ${heightPx} pixels`, ko: `${widthPx}×${heightPx}픽셀` }
  if (heightPx === undefined) return { en: `at least ${minWidthPx} pixels wide`, ko: `너비 ${minWidthPx}픽셀 이상` }
  return {
    en: `from ${minWidthPx} by ${heightPx} to ${maxWidthPx} by ${heightPx} pixels`,
    ko: `${minWidthPx}×${heightPx}~${maxWidthPx}×${heightPx}픽셀`,
  }
}

/** What the interface asks of the images that are uploaded. */
export const uploadSection: InterfaceSection = {
  title: { en: 'Uploaded images', ko: '업로드하는 이미지' },
  rows: uploads.flatMap(rowsOf),
}
