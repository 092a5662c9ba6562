import { fileSize } from '../../words/phrases.ts'
import { imageRule } from '../image-limit.ts'

export const imageTooHeavy = imageRule({
  id: 'image-too-heavy',
  check: ({ bytes }, { maxBytes }) =>
    bytes > maxBytes ? { actual: bytes, limit: maxBytes, unit: 'bytes' } : undefined,
  en: ({ path, actual, limit }) => ({
    message: `"${path}" has ${fileSize(actual, limit)}; the upload for this kind takes at most ${fileSize(limit)}. Compress it.`,
    help: 'KB and MB are read as powers of ten, the strictest reading.',
  }),
  ko: ({ path, actual, limit }) => ({
    message: `"${path}" 파일이 ${fileSize(actual, limit)}입니다. 이 종류는 ${fileSize(limit)}까지 올릴 수 있으니 압축하세요.`,
    help: 'KB와 MB는 가장 엄격하게 1000 단위로 읽습니다.',
  }),
})
