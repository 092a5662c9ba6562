import type { BodySection } from '../../contract/contract.ts'
import type { Placed, Size, Suggesting, Unreadable } from '../../finding-types.ts'
import { contractOf, factsOf, type Kind } from '../../contract/contracts.ts'
import { finding, findings } from '../finding.ts'
import { fileSize, suggestionIn } from '../../words/phrases.ts'
import { suggested } from '../word-fixes.ts'
import { places, unreadableWords } from '../terms.ts'

/** Returns whether a format holds photos: as phones and web sites save them. */
function isPhotoFormat(format: string): boolean {
  return ['HEIC', 'AVIF', 'WEBP'].includes(format)
}

export const imagesFindings = findings({
  'image-cmyk': finding<{ path: string }>({
    tier: 'platform',
    severity: 'warning',
    subject: 'workspace',
    en: ({ path }) => `"${path}" has colours for print (CMYK), which phones may show otherwise; export it as RGB.`,
    ko: ({ path }) =>
      `"${path}" 파일이 인쇄용 색상(CMYK)이라 휴대폰에서 색이 다르게 보일 수 있습니다. RGB로 내보내세요.`,
  }),
  'image-damaged': finding<{ path: string }>({
    subject: 'workspace',
    en: ({ path }) => `"${path}" is damaged or cut off; export it again.`,
    ko: ({ path }) => `"${path}" 파일이 손상되었거나 중간에 잘렸습니다. 다시 내보내세요.`,
  }),
  'image-format': finding<{ path: string; format: string }>({
    tier: 'interface',
    subject: 'workspace',
    en: ({ path, format }) =>
      format === 'git-lfs'
        ? `"${path}" is a Git LFS pointer; run \`git lfs pull\`, in CI \`lfs: true\` of the checkout.`
        : `"${path}" is ${format === 'unknown' ? 'no image' : `a ${format} file`} by its content; ${isPhotoFormat(format) ? 'open it and export it as' : 'use'} a JPEG or PNG file.`,
    ko: ({ path, format }) =>
      format === 'git-lfs'
        ? `"${path}" 파일은 Git LFS 포인터입니다. \`git lfs pull\`을 실행하고, CI에서는 체크아웃에 \`lfs: true\`를 쓰세요.`
        : `"${path}" 파일은 내용이 ${format === 'unknown' ? '이미지가 아닙니다' : `${format} 형식입니다`}. ${isPhotoFormat(format) ? '파일을 열어 JPEG나 PNG로 내보내세요' : 'JPEG나 PNG 파일을 쓰세요'}.`,
  }),
  'image-missing': finding<Placed & { needsLink?: true }>({
    tier: 'interface',
    en: ({ kind, place, needsLink }) =>
      place === 'message'
        ? `${kind} needs an image; add a line "![…](path)".`
        : `This ${place} needs an image; add a line "${needsLink ? '[![…](path)](https://…)' : '![…](path)'}".`,
    ko: ({ kind, place, needsLink }) =>
      place === 'message'
        ? `${kind}에는 이미지가 필요합니다. "![…](경로)" 줄을 추가하세요.`
        : `${place === 'card' ? '카드' : '아이템'}에 이미지가 필요합니다. "${needsLink ? '[![…](경로)](https://…)' : '![…](경로)'}" 줄을 추가하세요.`,
  }),
  'image-not-allowed': finding<Placed>({
    en: ({ kind, place }) =>
      factsOf(kind).upload === undefined
        ? `${kind} has no image; remove it, or use ${kindsWithImage(kind).join(' or ')}.`
        : `An image has no place in ${places.en[place]} of ${kind}; move or remove it.`,
    ko: ({ kind, place }) =>
      factsOf(kind).upload === undefined
        ? `${kind}에는 이미지를 쓸 수 없습니다. 지우거나 ${kindsWithImage(kind).join(' 또는 ')}를 쓰세요.`
        : `${kind}: ${places.ko[place]}에는 이미지를 쓸 수 없습니다. 옮기거나 지우세요.`,
  }),
  'image-not-found': finding<Suggesting<{ path: string; isUntracked?: true }>>({
    subject: 'workspace',
    en: ({ path, suggestion, isUntracked }) => ({
      message: isUntracked
        ? `The file "${path}" is not part of the commit; add it with git add.`
        : `There is no file "${path}".${suggestionIn.en(suggestion)}`,
      ...(suggestion === undefined &&
        !isUntracked && {
          help: 'A path is relative to the message file. In file systems upper and lower case may differ.',
        }),
    }),
    ko: ({ path, suggestion, isUntracked }) => ({
      message: isUntracked
        ? `"${path}" 파일이 커밋에 들어 있지 않습니다. git add로 추가하세요.`
        : `"${path}" 파일이 없습니다.${suggestionIn.ko(suggestion)}`,
      ...(suggestion === undefined &&
        !isUntracked && { help: '경로는 메시지 파일 기준입니다. 대문자와 소문자를 구별할 수 있습니다.' }),
    }),
    fix: ({ path, suggestion }, wrong) => suggested(path, suggestion, wrong),
  }),
  'image-outside-root': finding<{ path: string }>({
    en: ({ path }) => ({
      message: `"${path}" is outside the project; move the image into it, or name a folder above both with "--root".`,
      help: 'Symbolic links are followed before this is decided. With "--root" the paths in the configuration count from that folder, and ids that follow from paths change.',
    }),
    ko: ({ path }) => ({
      message: `"${path}": 프로젝트 밖의 파일입니다. 이미지를 프로젝트 안으로 옮기거나, 둘을 모두 담은 폴더를 "--root"로 지정하세요.`,
      help: '심볼릭 링크는 실제 위치로 판단합니다. "--root"를 쓰면 설정의 경로도 그 폴더를 기준으로 읽고, 경로에서 만든 id가 바뀝니다.',
    }),
  }),
  'image-path-absolute': finding<{ path: string }>({
    en: ({ path }) => `"${path}" starts at the file system's root; write the path from the message file's folder.`,
    ko: ({ path }) => `"${path}": 절대 경로입니다. 메시지 파일이 있는 폴더에서 시작하는 경로로 쓰세요.`,
  }),
  'image-path-empty': {
    en: 'The image has no path; write where the file is.',
    ko: '이미지 경로가 비어 있습니다. 파일 위치를 쓰세요.',
  },
  'image-repeated': finding<{ place: BodySection }>({
    en: ({ place }) => `There is an image in ${places.en[place]} already; remove one of the two.`,
    ko: ({ place }) => `${places.ko[place]}에 이미지가 이미 있습니다. 하나를 지우세요.`,
  }),
  'image-too-large': finding<Size & { path: string }>({
    subject: 'project',
    en: ({ path, bytes, maxBytes }) =>
      `"${path}" has ${fileSize(bytes, maxBytes)}; files above ${fileSize(maxBytes)} are not read.`,
    ko: ({ path, bytes, maxBytes }) =>
      `"${path}" 파일이 ${fileSize(bytes, maxBytes)}입니다. ${fileSize(maxBytes)}를 넘는 파일은 읽지 않습니다.`,
  }),
  'image-unreadable': finding<{ path: string; reason: Unreadable }>({
    subject: 'workspace',
    en: ({ path, reason }) => `"${path}" cannot be read: ${unreadableWords.en[reason]}.`,
    ko: ({ path, reason }) => `"${path}" 파일을 읽을 수 없습니다. ${unreadableWords.ko[reason]}.`,
  }),
  'image-turned': finding<{ path: string }>({
    tier: 'platform',
    severity: 'warning',
    subject: 'workspace',
    en: ({ path }) => ({
      message: `"${path}" is stored turned (EXIF orientation): people may see it lying, or the other way round. Save it upright.`,
      help: 'Its size is measured as it is stored, as the service does.',
    }),
    ko: ({ path }) => ({
      message: `"${path}" 파일은 돌아간 채 저장되어 있어(EXIF 방향) 눕거나 뒤집혀 보일 수 있습니다. 바로 세워 다시 저장하세요.`,
      help: '크기는 서비스와 같이 저장된 그대로 잽니다.',
    }),
  }),
  'image-unused': finding<{ path: string }>({
    tier: 'style',
    severity: 'warning',
    subject: 'project',
    en: ({ path }) => `No message uses "${path}"; remove it or refer to it.`,
    ko: ({ path }) => `"${path}" 파일을 쓰는 메시지가 없습니다. 지우거나 메시지에 넣으세요.`,
  }),
  'image-url-not-https': finding<{ url: string }>({
    en: ({ url }) => `"${url}" is not https; an uploaded image has an "https://" URL.`,
    ko: ({ url }) => `"${url}": https 주소가 아닙니다. 업로드한 이미지의 주소는 "https://"로 시작합니다.`,
  }),
})

/** The kinds of the same service that have one image beside their text. */
function kindsWithImage(kind: Kind): readonly string[] {
  return Object.entries(contractOf(kind).kinds).flatMap(([name, { sections }]) =>
    sections.message?.image ? [name] : [],
  )
}
