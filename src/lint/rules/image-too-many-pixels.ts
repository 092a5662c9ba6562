import { imageRule } from '../image-limit.ts'

/** Of 16,384 by 16,384: with four bytes for each pixel 1 GiB. */
const maxPixels = 2 ** 28

export const imageTooManyPixels = imageRule(
  {
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
  },
  {
    id: 'image-too-many-pixels',
    tier: 'craft',
    summary: {
      en: 'An image has more pixels than phones can show.',
      ko: '이미지의 픽셀 수가 휴대폰에서 열 수 있는 것보다 많습니다.',
    },
    why: {
      en: 'The interface names no largest size for these images, and a few bytes can claim very many pixels of one colour. Opened, such an image takes more than 1 GiB of memory: it is a mistake, or meant to do harm.',
      ko: '인터페이스에는 이런 이미지의 최대 크기가 없고, 한 가지 색이라면 작은 파일도 픽셀이 아주 많을 수 있습니다. 열 때 메모리를 1기가바이트 넘게 쓰므로 잘못 만들었거나 악의로 만든 파일입니다.',
    },
    bad: {
      source: `---
kind: ft-image
---
![매장 전경](store.png)

새 매장이 문을 열었습니다.
`,
      image: { width: 100_000, height: 100_000 },
    },
    good: {
      source: `---
kind: ft-image
---
![매장 전경](store.png)

새 매장이 문을 열었습니다.
`,
      image: { width: 720, height: 720 },
    },
  },
)
