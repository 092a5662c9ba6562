declare module '*.vue' {
  import type { Component } from 'vue'
  const component: Component
  export default component
}

declare module '*.css' {}

/** It is built of `playground/app.ts`. */
declare module '*/playground/dist/app.js'
