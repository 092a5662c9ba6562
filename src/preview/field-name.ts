import type { PageWords } from './page-words.ts'

/** How people call the place of a JSON Pointer: `Card 2 › Button 1 › name`. */
export function fieldName(pointer: string, { fields }: PageWords): string {
  const keys = pointer.split('/').slice(1)
  const names: string[] = []
  keys.forEach((key, index) => {
    const before = keys[index - 1]
    const number = Number(key) + 1
    const isLast = index === keys.length - 1
    if (/^\d+$/.test(key)) {
      const list = before === 'button' ? fields.button : keys[0] === 'carousel' ? fields.card : fields.item
      names.push(list(number))
    } else if (key === 'button' && isLast) names.push(fields.buttons)
    else if (key === 'list' && isLast) names.push(keys[0] === 'carousel' ? fields.cards : fields.items)
    else if (key === 'image' || (key === 'img_url' && before !== 'image')) names.push(fields.image)
    else if (key === 'tail') names.push(fields.tail)
    else if (key === 'coupon') names.push(fields.coupon)
    else if (key === 'failback_data') names.push(fields.failback)
    else if (key === 'echo_to_webhook') names.push(fields.echo)
    else if (index === 0 && key === 'msg') names.push(fields.msg)
    else if (index === 0 && key === 'header') names.push(fields.header)
    else if (key in fields.parts) names.push(fields.parts[key] ?? key)
    else if (isLast && key !== 'img_url' && key !== 'msg') names.push(key)
  })
  return names.join(' › ')
}
