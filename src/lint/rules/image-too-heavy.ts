import { fileSize } from '../../words/file-size.ts'
import { imageRule } from '../image-limit.ts'

export const imageTooHeavy = imageRule(
  {
    check: ({ bytes }, { maxBytes }) =>
      bytes > maxBytes ? { actual: bytes, limit: maxBytes, unit: 'bytes' } : undefined,
    words: {
      en: ({ path, actual, limit, upload }) => ({
        message: `"${path}" has ${fileSize(actual, limit)}; the upload for this kind takes at most ${fileSize(limit)}. Compress it.`,
        help: `Operation ${upload}. KB and MB are read as powers of ten, the strictest reading.`,
      }),
      ko: ({ path, actual, limit, upload }) => ({
        message: `"${path}" 파일이 ${fileSize(actual, limit)}입니다. 이 종류는 ${fileSize(limit)}까지 올릴 수 있으니 압축하세요.`,
        help: `업로드 종류: ${upload}. KB와 MB는 가장 엄격하게 1000 단위로 읽습니다.`,
      }),
    },
  },
  {
    id: 'image-too-heavy',
    summary: { en: 'An image file is too large for its upload.', ko: '이미지 파일이 업로드 한도보다 큽니다.' },
    why: {
      en: 'The upload is refused, and the message cannot be sent without its image.',
      ko: '업로드가 거절되고, 이미지가 없으면 메시지를 보낼 수 없습니다.',
    },
    bad: {
      source: `---
kind: ft-image
---
![봄 신상품](spring.jpg)

봄 신상품이 도착했습니다.
`,
      image: { bytes: 640_000, width: 720, height: 720, format: 'jpg' },
    },
    good: {
      source: `---
kind: ft-image
---
![봄 신상품](spring.jpg)

봄 신상품이 도착했습니다.
`,
      image: { bytes: 320_000, width: 720, height: 720, format: 'jpg' },
    },
  },
)
