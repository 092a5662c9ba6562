import { comparedName } from '../json-text.ts'
import { nearest } from '../language/nearest.ts'

/** Names longer than any that is meant, and files with more columns than any needs, get no suggestions. */
const maxJudgedNameUnits = 64
const maxJudgedNames = 1000
const maxPrintedUnits = 40

/** Returns the name of a column as it is compared: in Unicode NFC, without white space around it. */
export function columnName(written: string): string {
  return comparedName(written.trim())
}

/** What people call the same column, a family a line, in lower case and without what stands between words. */
const families: readonly ReadonlySet<string>[] = [
  `receivernumber 전화번호 전화 휴대폰 휴대폰번호 휴대전화 휴대전화번호 핸드폰 핸드폰번호 연락처 수신번호 수신자번호 수신전화번호 고객전화번호 고객휴대폰
   phone phoneno phonenumber mobile mobileno mobilenumber mobilephone cell cellphone hp tel telephone contact number
   receiver recipient recipientnumber to`,
  `이름 성함 성명 고객명 고객이름 고객성함 고객 회원명 회원이름 회원 수신자 수신자명 수신자이름 수령인 수취인 받는사람 받는분 주문자 주문자명 예약자 예약자명
   신청자 신청자명 name fullname username customer customername member membername recipientname`,
  `닉네임 별명 별칭 nickname nick alias`,
  `주문번호 주문no 주문id 주문코드 order orderno orderid ordernumber ordercode`,
  `예약번호 예약no 예약id 접수번호 reservation reservationno reservationid reservationnumber bookingnumber bookingid`,
  `상품 상품명 상품이름 제품 제품명 품목 품명 product productname item itemname goods`,
  `금액 가격 결제금액 총액 합계 결제액 amount price total totalprice payment`,
  `할인 할인율 할인액 할인금액 discount discountrate`,
  `쿠폰 쿠폰번호 쿠폰코드 쿠폰명 coupon couponcode couponnumber couponname`,
  `포인트 적립금 적립포인트 마일리지 point points mileage reward`,
  `등급 회원등급 grade level membership tier`,
  `날짜 일자 일시 date datetime`,
  `예약일 예약일자 예약날짜 예약일시 방문일 방문일자 reservationdate bookingdate visitdate`,
  `배송일 배송일자 배송예정일 도착일 도착예정일 deliverydate arrivaldate`,
  `만료일 만료일자 유효기간 기한 마감일 종료일 expiry expirydate expiration expirationdate duedate deadline enddate`,
  `시간 시각 예약시간 방문시간 time hour reservationtime`,
  `주소 배송지 배송지주소 배송주소 도로명주소 address shippingaddress deliveryaddress`,
  `송장번호 운송장 운송장번호 배송번호 tracking trackingno trackingnumber trackingcode invoiceno`,
  `택배사 택배 배송사 배송업체 carrier courier shipper`,
  `매장 매장명 지점 지점명 점포 점포명 store storename branch branchname shop shopname`,
  `회사 회사명 업체 업체명 상호 상호명 브랜드 브랜드명 company companyname brand brandname`,
  `담당자 담당자명 상담원 매니저 manager agent staff`,
  `이메일 이메일주소 메일 메일주소 email emailaddress mail`,
  `링크 주소링크 url 웹주소 홈페이지 link weblink`,
  `인증번호 인증코드 비밀번호 code otp verificationcode`,
  `수량 개수 갯수 quantity qty count`,
].map((names) => new Set(names.split(/\s+/)))

/** Returns a name without case, width and what stands between words or around them. */
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

/** A name from a file, cut to what a line of output can take. */
export function printedName(name: string): string {
  return name.length <= maxPrintedUnits ? name : `${name.slice(0, maxPrintedUnits).toWellFormed()}…`
}
