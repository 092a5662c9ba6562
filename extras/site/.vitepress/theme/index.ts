import { defineAsyncComponent } from 'vue'
import type { Theme } from 'vitepress'
import DefaultTheme from 'vitepress/theme-without-fonts'
import Home from './Home.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component('Home', Home)
    // Its engine and editor are loaded on its own page alone, and there before the page is drawn: they take longest. If
    // that fails, the component says so.
    const isPlayground = typeof location === 'object' && /\/playground(?:\.html)?$/.test(location.pathname)
    if (isPlayground) void import('../../playground/dist/app.js').catch(() => {})
    app.component(
      'Playground',
      defineAsyncComponent(() => import('../../playground/Playground.vue')),
    )
  },
} satisfies Theme
