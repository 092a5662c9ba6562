import phoneCss from '../../../src/web/phone/phone.css'

/** A picture has twice the pixels, as the screens of phones have. */
const scale = 2
const marginPx = 24

/**
 * Makes a PNG of a drawn phone, with all of its message where the phone shows a part.
 *
 * The markup is drawn as the browser draws it, inside an SVG that loads nothing. @throws where the browser cannot
 */
export async function pictureOf(phone: HTMLElement, colorScheme: 'light' | 'dark'): Promise<Blob> {
  const copy = phone.cloneNode(true) as HTMLElement
  for (const image of copy.querySelectorAll('img')) image.src = await dataAddress(image.src)
  const style = document.createElement('style')
  style.textContent = `${phoneCss}
    .shot { color-scheme: ${colorScheme}; padding: ${marginPx}px; background: light-dark(#f4f5f7, #101114); font-family: system-ui, sans-serif; }
    .ph { block-size: auto; min-block-size: 0; box-shadow: none; } .ph-chat { overflow: visible; }`
  const shot = document.createElement('div')
  shot.className = 'shot'
  shot.append(style, copy)
  const widthPx = phone.offsetWidth + 2 * marginPx
  const heightPx = heightOf(shot, widthPx)
  const markup = new XMLSerializer().serializeToString(shot)
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx * scale}" height="${heightPx * scale}" viewBox="0 0 ${widthPx} ${heightPx}"><foreignObject width="100%" height="100%">${markup}</foreignObject></svg>`,
  )}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = widthPx * scale
  canvas.height = heightPx * scale
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error('no picture')) : resolve(blob)), 'image/png')
  })
}

/** Returns the height of the whole message, measured out of sight and away from the page's styles. */
function heightOf(shot: HTMLElement, widthPx: number): number {
  const host = document.createElement('div')
  Object.assign(host.style, { position: 'fixed', insetInlineStart: '-9999px', inlineSize: `${widthPx}px` })
  host.attachShadow({ mode: 'open' }).append(shot)
  document.body.append(host)
  const heightPx = shot.offsetHeight
  host.remove()
  return heightPx
}

/** An image of the page's memory as one that an SVG may hold. */
async function dataAddress(address: string): Promise<string> {
  if (address.startsWith('data:')) return address
  const image = new Image()
  image.src = address
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  canvas.getContext('2d')?.drawImage(image, 0, 0)
  return canvas.toDataURL('image/png')
}
