import { createHash } from 'node:crypto'
import type { ReleaseImage, Run } from '../../src/deploy/run.ts'
import type { CompiledTemplate, TemplateImage } from '../../src/template.ts'
import { pngBytes } from '../project/image-bytes.ts'

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** A picture of its own for each number. */
function picture(n: number): Buffer {
  return pngBytes({ width: 720, height: 720 + n })
}

function imageOf(n: number, pointer: string, upload: TemplateImage['upload']): TemplateImage {
  const content = picture(n)
  const facts = { sha256: sha256(content), bytes: content.length, width: 720, height: 720 + n, format: 'png' } as const
  return { ...facts, pointer, path: `images/${n}.png`, upload }
}

const common = { format: 1, sender: 'default', variables: [], map: {} } as const

/** A message with the picture of a number. */
export function imageTemplate(id: string, n: number): CompiledTemplate {
  return {
    ...common,
    id,
    service_id: 'ft-image',
    source: `messages/${id}.md`,
    digest: `sha256:${id}`,
    payload: { msg: '봄 신상품', ad_flag: 'Y', attachment: { image: { img_url: `local:images/${n}.png` } } },
    images: [imageOf(n, '/attachment/image/img_url', 'FT')],
  }
}

/** A carousel with a card for each picture. */
export function carouselTemplate(id: string, pictures: readonly number[]): CompiledTemplate {
  return {
    ...common,
    id,
    service_id: 'ft-carousel-feed',
    source: `messages/${id}.md`,
    digest: `sha256:${id}`,
    payload: {
      msg: '여름 준비',
      ad_flag: 'Y',
      carousel: {
        list: pictures.map((n) => ({
          header: '여름옷',
          message: '린넨과 면',
          attachment: { image: { img_url: `local:images/${n}.png` } },
        })),
      },
    },
    images: pictures.map((n, index) =>
      imageOf(n, `/carousel/list/${index}/attachment/image/img_url`, 'ft-carousel-feed'),
    ),
  }
}

/** The content of each picture, as the project has it. */
export const readPicture: Run['readImage'] = ({ path }: ReleaseImage) => picture(Number(/(\d+)\.png$/.exec(path)?.[1]))
