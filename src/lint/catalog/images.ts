import { imageMessage, textMessage } from '../example-source.ts'
import type { ReaderRuleInfo } from './reader-rule.ts'

const linked = { source: imageMessage('![매장](../images/store.png)\n') }

/** Rules about where images stand and which files they are. */
export const imageRules = [
  {
    id: 'image-not-allowed',
    tier: 'language',
    summary: { en: 'An image stands where the kind has none.', ko: '이미지를 둘 수 없는 자리에 이미지가 있습니다.' },
    why: {
      en: 'The service has no field for it there, so the message would go out without the image.',
      ko: '서비스에 담을 필드가 없어 이미지가 빠진 채로 발송됩니다.',
    },
    bad: { source: textMessage('강남점이 새로 문을 열었습니다.\n\n![매장](store.png)\n') },
    good: { source: imageMessage('![매장](store.png)\n') },
  },
  {
    id: 'image-repeated',
    tier: 'language',
    summary: {
      en: 'A message, an item or a card has more than one image.',
      ko: '메시지나 아이템, 카드에 이미지가 둘 이상입니다.',
    },
    why: {
      en: 'The service has room for one image in each. Several images need a carousel or a wide item list.',
      ko: '서비스는 각각 이미지를 하나만 받습니다. 여러 장을 보여 주려면 캐러셀이나 와이드 아이템 리스트를 쓰세요.',
    },
    bad: { source: imageMessage('![매장](store.png)\n![약도](map.png)\n') },
    good: { source: imageMessage('![매장](store.png)\n') },
  },
  {
    id: 'image-missing',
    tier: 'interface',
    source: 'Attachment, Carousel',
    summary: {
      en: 'A message, an item or a card that needs an image has none.',
      ko: '이미지가 필요한 메시지나 아이템, 카드에 이미지가 없습니다.',
    },
    why: {
      en: 'The kind is made for an image, and the service rejects a message without it.',
      ko: '이미지를 보내기 위한 종류이므로, 없으면 서비스가 메시지를 거절합니다.',
    },
    bad: { source: imageMessage('- [매장 보기](https://example.com/stores/1)\n') },
    good: { source: imageMessage('![매장](store.png)\n\n- [매장 보기](https://example.com/stores/1)\n') },
  },
  {
    id: 'image-path-empty',
    tier: 'language',
    summary: { en: 'An image line names no file.', ko: '이미지 줄에 파일을 적지 않았습니다.' },
    why: {
      en: 'There is nothing to upload, and the message cannot be sent without its image.',
      ko: '업로드할 파일이 없으면 메시지를 보낼 수 없습니다.',
    },
    bad: { source: imageMessage('![매장]()\n') },
    good: linked,
  },
  {
    id: 'image-path-absolute',
    tier: 'language',
    summary: { en: 'The path of an image starts with "/".', ko: '이미지 경로가 "/"로 시작합니다.' },
    why: {
      en: 'Such a path holds on one machine alone: for colleagues and in CI the image would be missing.',
      ko: '그런 경로는 한 컴퓨터에서만 맞습니다. 동료의 컴퓨터나 CI에서는 이미지를 찾을 수 없습니다.',
    },
    bad: { source: imageMessage('![매장](/images/store.png)\n') },
    good: linked,
  },
  {
    id: 'image-outside-root',
    tier: 'language',
    summary: { en: 'An image lies outside the project root.', ko: '이미지가 프로젝트 루트 밖에 있습니다.' },
    why: {
      en: 'An image belongs into the repository with its message; otherwise any file of the machine could be uploaded.',
      ko: '이미지는 메시지와 함께 저장소에 있어야 합니다. 막지 않으면 컴퓨터의 아무 파일이나 업로드될 수 있습니다.',
    },
    bad: { source: imageMessage('![매장](../../images/store.png)\n') },
    good: linked,
  },
  {
    id: 'image-url-not-https',
    tier: 'language',
    summary: {
      en: 'The address of an image that is already uploaded is not an https one.',
      ko: '이미 업로드한 이미지의 주소가 https가 아닙니다.',
    },
    why: {
      en: 'Other addresses can be read or changed on the way, or exist on one machine alone.',
      ko: '다른 주소는 전송 중에 내용이 바뀌거나 한 컴퓨터에서만 열릴 수 있습니다.',
    },
    bad: { source: imageMessage('![매장](http://img.example.com/store.png)\n') },
    good: { source: imageMessage('![매장](https://img.example.com/store.png)\n') },
  },
  {
    id: 'image-not-found',
    tier: 'language',
    summary: {
      en: 'An image line refers to a file that does not exist.',
      ko: '메시지에 적은 이미지 파일을 찾을 수 없습니다.',
    },
    why: {
      en: 'The upload would fail. A name that differs only in upper and lower case is found on some machines and not on others.',
      ko: '그대로 두면 업로드할 수 없습니다. 파일 이름의 대소문자가 다르면 어떤 컴퓨터에서는 열리고 다른 컴퓨터에서는 열리지 않습니다.',
    },
  },
  {
    id: 'image-unreadable',
    tier: 'language',
    summary: { en: 'An image file could not be opened or read.', ko: '이미지 파일을 열거나 읽지 못했습니다.' },
    why: {
      en: 'Its size and format cannot be checked, and it could not be uploaded.',
      ko: '크기와 형식을 확인할 수 없고 업로드도 할 수 없습니다.',
    },
  },
  {
    id: 'image-too-large',
    tier: 'language',
    summary: {
      en: 'An image file is many times larger than any upload takes.',
      ko: '이미지 파일이 업로드 한도의 몇 배가 넘습니다.',
    },
    why: {
      en: 'It is not even read: most likely another file was meant, or a print version was exported.',
      ko: '이런 파일은 읽지 않습니다. 다른 파일을 적었거나 인쇄용으로 내보낸 파일일 가능성이 높습니다.',
    },
  },
  {
    id: 'image-format',
    tier: 'interface',
    source: 'Endpoints: upload',
    summary: { en: 'An image is neither a JPEG nor a PNG file.', ko: '이미지가 JPEG도 PNG도 아닙니다.' },
    why: {
      en: 'The upload takes these two formats alone, and a new file name does not change the format.',
      ko: '업로드할 수 있는 형식은 두 가지뿐입니다. 파일 이름의 확장자를 바꿔도 형식은 바뀌지 않습니다.',
    },
  },
  {
    id: 'image-damaged',
    tier: 'language',
    summary: {
      en: 'An image file is broken or cut off, or says of itself what cannot be.',
      ko: '이미지 파일이 깨졌거나 중간에 잘렸거나, 파일에 적힌 크기가 실제 데이터와 맞지 않습니다.',
    },
    why: {
      en: 'People would see no image. Most often a copy or an export was interrupted. A file may also claim a size for which it has too little data, have checksums that are wrong, or two sizes: no program opens it.',
      ko: '수신자에게 이미지가 보이지 않습니다. 복사하거나 내보내다가 중단된 경우가 많습니다. 적힌 크기에 비해 데이터가 너무 적거나, 체크섬이 틀리거나, 크기가 두 번 적힌 파일도 어떤 프로그램에서도 열리지 않습니다.',
    },
  },
  {
    id: 'image-unused',
    tier: 'craft',
    summary: {
      en: 'An image file of the project is in no message.',
      ko: '어느 메시지에도 쓰지 않은 이미지 파일이 있습니다.',
    },
    why: {
      en: 'It is left over from an earlier message, or a message refers to another file by mistake.',
      ko: '예전 메시지에서 남은 파일이거나, 메시지에 다른 파일을 잘못 적었을 수 있습니다.',
    },
  },
] as const satisfies readonly ReaderRuleInfo[]
