export * from './offer.ts'
export { openProject } from './library/open-project.ts'
