import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const folder = fileURLToPath(new URL('../../src/', import.meta.url))

/** Names that a service has for itself: fields of its requests, codes of its answers, its kinds and uploads. */
const names = [
  'msg_data|url_mobile|url_pc|scheme_(?:android|ios)|img_(?:url|link)|biz_form_key|chat_(?:extra|event)',
  "ad_flag|echo_to_webhook|failback_(?:data|code|desc|done)|'failback'|api_unique_id|origin_cid|done_date|/attachment|/carousel|\\['msg'\\]",
  String.raw`\bC[145]0\d(?:_\d)?\b|\bG1\d\d\b|\bE600\b|\bCE[45]0\d\b|\bft-|\bFT_WIDE\b|\bFT\b|'(?:WL|AL|BK|MD|BC|BT|BF|AC)'`,
  'linkMo|linkPc|scheme(?:Android|Ios)|bizFormKey|chat(?:Extra|Event)|recipientList|recipientNo|recipientSeq',
  '(?:sender|recipient)GroupingKey|resend[A-Z]|isResend|unsubscribe(?:No|Auth)|chatBubbleType|sendResults|\\bRSC0\\d',
  '\\bbm-|regularPrice|discount(?:Price|Rate|Fixed)|\\bimage(?:Url|Link)\\b|/(?:friend-talk|brand-message)/',
].join('|')

/** Where a service has its place, and what is made of it for the public. */
const own =
  /^(?:contract\/(?:friend-talk|brand-message)\/|contract\/(?:contracts|kinds)\.ts|emulator\/(?:(?:friend-talk|brand-message)\/|services\.ts)|offer\.ts)/

it('names nothing of a service outside its folders', () => {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/'))
  const found = files
    .filter((path) => /\.(?:ts|css)$/.test(path) && !own.test(path))
    .flatMap((path) => {
      const lines = readFileSync(folder + path, 'utf8').split('\n')
      return lines.flatMap((line, index) =>
        new RegExp(names).test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [],
      )
    })
  expect(found).toEqual([])
})
