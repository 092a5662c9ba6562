import { heavyParts } from '../../checks/heavy.ts'
import { holderOf } from '../../checks/places.ts'
import { contractCheck } from '../../contract.ts'
import { targetNames } from '../names.ts'

export const bodyTooHeavy = heavyParts(
  { id: 'body-too-heavy', tier: 'interface', code: '-2000' },
  { '': 30_000 },
  'recipientList',
)

export const imageRatiosDiffer = contractCheck<{ width: number; height: number; others: string }>({
  id: 'image-ratios-differ',
  tier: 'interface',
  check({ kind, images }, report) {
    if (kind !== 'bm-carousel-commerce') return
    const alike = images.map((image) => images.filter((other) => ratioOf(other) === ratioOf(image)))
    const [usual] = alike.toSorted((a, b) => b.length - a.length)[0] ?? []
    for (const { pointer, width, height } of images) {
      if (usual === undefined || ratioOf(usual) === ratioOf({ width, height })) continue
      report({ pointer, code: '-8002', args: { width, height, others: `${usual.width}×${usual.height}` } })
    }
  },
  en: ({ width, height, others }) =>
    `The image has ${width}×${height} pixels, another shape than those beside it, such as ${others}. Crop it to the same ratio.`,
  ko: ({ width, height, others }) =>
    `이미지가 ${width}×${height}픽셀로, ${others}픽셀인 다른 이미지와 비율이 다릅니다. 같은 비율로 자르세요.`,
})

function ratioOf({ width, height }: { readonly width: number; readonly height: number }): number {
  return width / height
}

export const mobileLinkMissing = contractCheck<{ place: 'head' | 'tail' }>({
  id: 'mobile-link-missing',
  tier: 'interface',
  check({ content }, report) {
    for (const place of ['head', 'tail'] as const) {
      const { mobile, ...others } = ('cards' in content && content[place]?.targets) || {}
      const [first] = Object.values(others)
      // The reader reports a missing link.
      if (mobile !== undefined || first === undefined) continue
      const code = place === 'head' ? '-3321' : '-3323'
      report({ pointer: holderOf(first), at: first.pointer, code, args: { place } })
    }
  },
  en: ({ place }) =>
    `The ${place === 'head' ? 'head' : '"more" button'} has no link for phones. Add "${targetNames.mobile}", a web address in quotes on a line.`,
  ko: ({ place }) =>
    `${place === 'head' ? '인트로' : '더보기 버튼'}에 모바일 링크가 없습니다. "${targetNames.mobile}" 항목을 추가하세요. 한 줄로 쓸 때는 따옴표 안에 웹 주소를 적습니다.`,
})

/** The kinds whose image may have no link, as others say. */
const plainImages: ReadonlySet<string> = new Set(['bm-wide', 'bm-commerce'])

export const imageLinkMayNotWork = contractCheck<{ kind: string }>({
  id: 'image-link-may-not-work',
  check({ kind, content }, report) {
    const link = 'image' in content ? content.image?.link : undefined
    if (link && plainImages.has(kind)) report({ pointer: link.pointer, args: { kind } })
  },
  en: ({ kind }) => `Some services take no link on the image of ${kind}. Leave it out, and give a button the link.`,
  ko: ({ kind }) => `${kind} 이미지의 링크를 받지 않는 서비스가 있습니다. 이미지 링크를 빼고 버튼에 연결하세요.`,
})
