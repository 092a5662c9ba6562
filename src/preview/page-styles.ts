import { phoneCss } from '../phone/phone-css.ts'
import { layoutCss } from './layout-css.ts'
import { panelCss } from './panel-css.ts'

/** Everything that the page looks like. */
export const pageStyles: string = `${layoutCss}${panelCss}${phoneCss}`
