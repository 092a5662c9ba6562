import { expect, it } from 'vitest'
import { codes, outcomeOf } from '../../../src/contract/brand-message/codes.ts'
import { deliveryCode, deliveryCodes, deliveryOf } from '../../../src/contract/brand-message/delivery.ts'

/** Every code of the interface's table of request and recipient codes, as it groups them. */
const listed = `0 4
  -1000 -1001 -1002 -1003 -1019 -1005 -1006 -1014 -1027 -1016 -1020 -1024 -1030 -1031
  -2000 -2001 -2002 -2003 -2004 -2005 -2017 -2018 -2025 -2026 -2027 -2028 -2029 -2030 -2031 -2501 -2502
  -3000 -3006 -3310 -3002 -3007 -3309 -3008 -3009 -3331 -3026 -3348 -3041 -3326 -3327 -3044 -3045 -3298 -3299
  -3300 -3301 -3303 -3304 -3305 -3306 -3307 -3308 -3311 -3312 -3313 -3314 -3315 -3316 -3319 -3325 -3320 -3328
  -3321 -3322 -3323 -3330 -3336 -3337 -3338 -3332 -3333 -3334 -3335 -3340 -3341 -3349
  -4000 -4016 -4003 -4017 -4004 -4005 -4007 -4009 -4010 -4018 -4020 -4011 -4029 -4019 -5000 -4103 -4104 -4200 -7000
  -8000 -8001 -8003 -8010 -8011 -8002 -8004 -8005 -8007 -8008 -9992 -9993 -9994 -9996 -9997 -9998 -9999`

const exceptions: { readonly [outcome: string]: string } = {
  accepted: '0',
  deferred: `-1000 -1001 -1002 -1003 -1006 -1014 -1019 -1024 -1027 -1030 -2017 -2502 -3300 -4004 -4005 -4029
    -8005 -8007 -9998`,
  unknown: '-1005 -7000 -9997 -9999',
}

const codesIn = (text: string): string[] => text.trim().split(/\s+/).toSorted()

it('has every code of requests and recipients', () => {
  expect(Object.keys(codes).toSorted()).toEqual(codesIn(listed))
})

it.each(codesIn(listed))('takes %s for what the design says', (code) => {
  const outcome = Object.keys(exceptions).find((each) => codesIn(exceptions[each] ?? '').includes(code)) ?? 'rejected'
  const facts = codes[code]
  expect(outcomeOf(code)).toBe(outcome)
  expect(facts?.pause !== undefined).toBe(outcome === 'deferred')
  expect(facts?.mayMissImages).toBe(code === '-8002' ? true : undefined)
  for (const text of [facts?.meaning, ...(outcome === 'rejected' ? [facts?.toDo] : [])]) {
    expect(text?.en).toMatch(/^[^가-힣]+$/)
    expect(text?.ko).toMatch(/[가-힣]/)
  }
})

it.each([undefined, '', '00', '0 ', '-0', '+0', '1', '-1', '1000', '-1234', 'constructor', '__proto__'])(
  'leaves %j open',
  (code) => {
    expect(outcomeOf(code)).toBe('unknown')
  },
)

/** Every code of the interface's table of deliveries. */
const delivered = `1000 1001 1004 3023 4120 1002 4103 1011 1003 1006 1007 4104 1012 1013 1015 1020 1014 1016
  1021 1022 1023 1024 1025 1027 1028 1030 4110 2001 3000 3006 3010 9998 9999 2003 2005 3005 3008 4121 3011 3012 3013
  3014 4144 3018 3019 3020 3021 3022 3024 3026 3041 3056 3046 3047 3048 3050 3051 3052 3058 4000 4001 4122
  4100 4130 4131 4101 4143 4137 4139 4140 4141 4142 4138 4156 4161
  1033 3015 3016 3025 3027 3028 3029 3030 3031 3032 3033 3034 3035 3036 3037 3038 3039 3040 3042 3043 3044 3045
  3053 3054 3055 3057 4102 4132 4133 4134`
const uncertain = codesIn('2001 3000 3005 3006 3010 4000 4001 4122 4131 4161 9998 9999')

it('has every code of deliveries', () => {
  expect(Object.keys(deliveryCodes).toSorted()).toEqual(codesIn(delivered))
})

it.each([...codesIn(delivered), '', '1', '5000', 'toString'])('knows what the delivery code %j leaves open', (code) => {
  const isListed = codesIn(delivered).includes(code)
  const expected = code === '1000' ? 'delivered' : !isListed || uncertain.includes(code) ? 'uncertain' : 'failed'
  const { delivery, meaning, toDo } = deliveryCode(code)
  expect(delivery).toBe(expected)
  expect([meaning.en, toDo.en, meaning.ko, toDo.ko].map((text) => /[가-힣]/.test(text))).toEqual([
    false,
    false,
    true,
    true,
  ])
})

it.each([
  ['1000', 'RSC05', 'delivered'],
  ['3018', 'RSC04', 'fallback-delivered'],
  ['3018', 'RSC05', 'fallback-failed'],
  ['3018', 'RSC03', 'failed'],
  ['3018', 'constructor', 'failed'],
  ['3005', undefined, 'uncertain'],
])('takes the code %s with the fallback %s for %s', (code, fallback, expected) => {
  expect(deliveryOf(code, fallback)).toBe(expected)
})
