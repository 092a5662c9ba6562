import { shortened } from '../text/text.ts'
import { nearest } from '../language/nearest.ts'

/** Names longer than any that is meant, and files with more columns than any needs, get no suggestions. */
const maxJudgedNameUnits = 64
const maxJudgedNames = 1000
/** No name of ours is longer, and bringing a long one to NFC may take long. */
const maxComparedUnits = 256

/** Returns the name of a column as it is compared: in Unicode NFC, without white space around it. */
export function columnName(written: string): string {
  const name = written.trim()
  return name.length > maxComparedUnits ? name : name.normalize('NFC')
}

/** Names that reading knows, by what a file calls its columns: `휴대폰번호` → `receiver_number`. */
export type ColumnNames = ReadonlyMap<string, string>

export function renamedColumns(columns: { readonly [header: string]: string } = {}): ColumnNames {
  return new Map(Object.entries(columns).map(([header, name]) => [columnName(header), columnName(name)]))
}

/** Usual names for the same column, a family a line, as `plainName` returns them. */
const families: readonly ReadonlySet<string>[] = [
  `receivernumber 전화번호 전화 휴대폰 휴대폰번호 휴대전화 휴대전화번호 핸드폰 핸드폰번호 연락처 수신번호 수신자번호 수신전화번호 고객전화번호 고객휴대폰
   phone phoneno phonenumber mobile mobileno mobilenumber mobilephone cell cellphone hp tel telephone contact number
   receiver recipient recipientnumber to`,
  `이름 성함 성명 고객명 고객이름 고객성함 고객 회원명 회원이름 회원 수신자 수신자명 수신자이름 수령인 수취인 받는사람 받는분 주문자 주문자명 예약자 예약자명
   신청자 신청자명 name fullname username customer customername member membername recipientname`,
].map((names) => new Set(names.split(/\s+/)))

/** Returns a name without case, width, spaces and marks. */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]/gu, '')
}

function isOfFamily(name: string, plain: string): boolean {
  const own = plainName(name)
  return families.some((family) => family.has(own) && family.has(plain))
}

/**
 * Returns the name that most likely means the same column as a name: it differs in spacing, case or marks alone, is a
 * usual synonym, or is nearly spelt so. Undefined where none does.
 */
export function columnMeant(name: string, others: readonly string[]): string | undefined {
  if (name.length > maxJudgedNameUnits) return undefined
  const plain = plainName(name)
  return (
    others.find((other) => plain !== '' && plainName(other) === plain) ??
    others.find((other) => isOfFamily(other, plain)) ??
    nearest(name, others)
  )
}

/** Names that may be those of other columns. */
export function judgedNames(names: readonly string[]): string[] {
  return names.filter((name) => name.length <= maxJudgedNameUnits).slice(0, maxJudgedNames)
}

/** Returns a name from a file, cut to what a line of output can take. */
export function printedName(name: string): string {
  return shortened(name, 40)
}
