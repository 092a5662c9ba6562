// A clock that starts at noon in Korea, when sending is permitted.
// usage: node --import <this file> <the command>
const RealDate = Date
const noonInUtc = 3
const start = RealDate.now()
const aheadMs = new RealDate(start).setUTCHours(noonInUtc, 0, 0, 0) - start

globalThis.Date = class extends RealDate {
  constructor(...given) {
    if (given.length > 0) super(...given)
    else super(RealDate.now() + aheadMs)
  }

  static now() {
    return RealDate.now() + aheadMs
  }
}
