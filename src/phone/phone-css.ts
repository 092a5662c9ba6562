// The signs of the chat are drawn: not every system has a font with them.
const icon = (paths: string): string =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`,
  )}")`

const icons = {
  back: icon('<path d="m15 5-7 7 7 7"/>'),
  menu: icon('<path d="M4 7h16M4 12h16M4 17h16"/>'),
  plus: icon('<path d="M12 5v14M5 12h14"/>'),
  smile: icon('<circle cx="12" cy="12" r="8.5"/><path d="M8.5 14.2a4.4 4.4 0 0 0 7 0M9 9.7v.1M15 9.7v.1"/>'),
  arrow: icon('<path d="M5 12h14M13 6l6 6-6 6"/>'),
  download: icon('<path d="M12 4.5v10M7.5 10.5 12 15l4.5-4.5M5.5 19h13"/>'),
  picture: icon(
    '<rect x="4" y="4" width="16" height="16" rx="3"/><circle cx="9" cy="9.5" r="1.5"/><path d="m5 18 5-5 3 3 2.5-2.5L19.5 17"/>',
  ),
}

/**
 * The look of a phone, in CSS pixels as phones count them: `--ph-width` is the width of its screen. Colours follow
 * the `color-scheme` around it.
 */
export const phoneCss = `
.ph {
  --ph-chat: light-dark(#bacee0, #17191d);
  --ph-bubble: light-dark(#ffffff, #2c2f35);
  --ph-ink: light-dark(#191b1e, #f1f2f4);
  --ph-quiet: light-dark(#5a6470, #a5adb8);
  --ph-line: light-dark(#eceef1, #3c4048);
  --ph-press: light-dark(#f4f5f7, #3a3e46);
  --ph-frame: light-dark(#17191c, #050506);
  --ph-accent: #fee500;
  --ph-focus: light-dark(#0b57d0, #8ab4f8);
  --ph-bubble-width: calc(var(--ph-width, 360px) - 124px);
  --ph-wide-width: calc(var(--ph-width, 360px) - 72px);
  box-sizing: border-box; position: relative; display: flex; flex-direction: column; overflow: hidden;
  inline-size: min(100%, var(--ph-width, 360px) + 18px); block-size: min(736px, 100%); min-block-size: 480px; margin-inline: auto;
  border: 9px solid var(--ph-frame); border-radius: 44px; background: var(--ph-chat); color: var(--ph-ink);
  box-shadow: 0 0 0 1px light-dark(#3b4048, #33373e), 0 26px 52px -18px light-dark(#1d2b3a66, #000);
  font-size: 14.5px; line-height: 1.5; letter-spacing: -.005em; word-break: keep-all; overflow-wrap: anywhere;
}
.ph *, .ph *::before { box-sizing: border-box; }
.ph p, .ph ul, .ph dl, .ph dd { margin: 0; padding: 0; list-style: none; }
.ph button { font: inherit; letter-spacing: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; }
.ph :focus-visible { outline: 3px solid var(--ph-focus); outline-offset: 2px; }
.ph-bar { flex: none; display: flex; justify-content: space-between; align-items: center; padding: 9px 24px 0; font-size: 12px; font-weight: 700; }
.ph-signs { display: flex; gap: 4px; align-items: center; }
.ph-signs i { inline-size: 8px; block-size: 8px; border-radius: 50%; background: currentColor; opacity: .75; }
.ph-signs .ph-battery { inline-size: 20px; border-radius: 3px; }
.ph-top { flex: none; display: grid; grid-template-columns: 32px 1fr 32px; align-items: center; padding: 8px 14px 10px; }
.ph-top strong { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: 16px; font-weight: 650; text-align: center; }
.ph-back, .ph-menu { block-size: 24px; font-size: 0; }
.ph-back::before, .ph-menu::before, .ph-input b::before, .ph-tail-arrow::before, .ph-coupon-sign::before, .ph-no-image::before {
  content: ""; display: block; inline-size: 24px; block-size: 24px; background: currentColor; mask: ${icons.back} center / contain no-repeat;
}
.ph-menu { justify-self: end; }
.ph-menu::before { mask-image: ${icons.menu}; }
.ph-chat { flex: 1; overflow: auto; overscroll-behavior: contain; padding: 8px 12px 20px; scrollbar-width: thin; }
.ph-chat:focus-visible { outline-offset: -4px; }
.ph-date {
  inline-size: fit-content; margin: 4px auto 16px !important; padding: 2px 14px !important; border-radius: 16px;
  background: light-dark(#a2b8cc, #2b2f36); color: light-dark(#17232f, #c9d0d8); font-size: 12px;
}
.ph-entry { display: flex; gap: 8px; margin-block-end: 20px; }
.ph-avatar {
  flex: none; display: grid; place-items: center; inline-size: 40px; block-size: 40px; border-radius: 16px;
  background: linear-gradient(140deg, var(--ph-accent), #ffb800); color: #3a2d00; font-weight: 800;
}
.ph-said { flex: 1; min-inline-size: 0; }
.ph-name { margin-block-end: 5px !important; font-size: 12.5px; color: light-dark(#33414e, #b8c0ca); }
.ph-row { display: flex; align-items: flex-end; gap: 6px; }
.ph-bubbles { flex: 0 1 auto; min-inline-size: 0; inline-size: var(--ph-bubble-width); }
.ph-time { flex: none; color: light-dark(#3c4956, #98a1ac); font-size: 11px; white-space: nowrap; }
.ph-bubble { overflow: hidden; border-radius: 4px 18px 18px; background: var(--ph-bubble); box-shadow: 0 1px 1px #0000000a; }
.ph-body { padding: 12px 13px 13px; }
.ph-body:empty { display: none; }
.ph-ad { margin-block-end: 2px !important; color: var(--ph-quiet); font-size: 12px; font-weight: 650; }
/* Phones break Hangul between any two syllables, which is what "normal" means; override marks of a text end with it. */
.ph-text, .ph-card-text, .ph-card-header, .ph-header, .ph-item-title, .ph-button, .ph-coupon-texts > * { word-break: normal; unicode-bidi: isolate; }
.ph-text, .ph-card-text { white-space: pre-wrap; }
.ph-may-not-show { inline-size: fit-content; margin-block: 2px 5px !important; padding: 1px 7px !important; border: 1px dashed var(--ph-quiet); border-radius: 6px; color: var(--ph-quiet); font-size: 11px; }
.ph-may-not-show + .ph-text { color: var(--ph-quiet); font-size: 13px; }
.ph-opt-out { margin-block-start: 8px !important; color: var(--ph-quiet); font-size: 11.5px; }
.ph-tap { display: block; inline-size: 100%; }
.ph-image, .ph-card-image { display: block; inline-size: 100%; block-size: auto; object-fit: cover; background: var(--ph-press); }
.ph-ft-image .ph-image { max-block-size: 352px; }
.ph-ft-wide .ph-image { aspect-ratio: 4 / 3; }
.ph .ph-no-image { display: grid; place-content: center; justify-items: center; gap: 6px; min-block-size: 96px; aspect-ratio: 2; padding: 10px; color: var(--ph-quiet); font-size: 12px; text-align: center; }
.ph-no-image::before { inline-size: 30px; block-size: 30px; opacity: .7; mask-image: ${icons.picture}; }
.ph-item .ph-no-image { aspect-ratio: 1; min-block-size: 0; padding: 0; font-size: 0; border: 1px dashed var(--ph-quiet); }
.ph-buttons { display: grid; gap: 6px; margin-block-start: 12px !important; }
.ph-body > .ph-buttons:first-child { margin-block-start: 0 !important; }
.ph .ph-button {
  inline-size: 100%; min-block-size: 40px; padding: 8px 10px; border-radius: 8px; background: var(--ph-press);
  font-weight: 550; line-height: 1.35; text-align: center; transition: background .15s;
}
.ph .ph-button:hover, .ph .ph-item:hover { background: var(--ph-line); }
.ph-ft-wide .ph-row, .ph-ft-wide-item-list .ph-row, .ph-ft-carousel-feed .ph-row { display: block; }
.ph-ft-wide .ph-bubbles, .ph-ft-wide-item-list .ph-bubbles { inline-size: var(--ph-wide-width); max-inline-size: 100%; }
.ph-ft-wide .ph-time, .ph-ft-wide-item-list .ph-time, .ph-ft-carousel-feed .ph-time { display: block; inline-size: fit-content; margin: 5px 2px 0; }
.ph-header { padding: 12px 13px !important; font-size: 15.5px; font-weight: 700; }
.ph-body + .ph-header { border-block-start: 1px solid var(--ph-line); }
.ph .ph-first-item { position: relative; display: block; inline-size: 100%; }
.ph-first-item .ph-item-image { display: block; inline-size: 100%; aspect-ratio: 2; object-fit: cover; background: var(--ph-press); }
.ph-first-item .ph-no-image { display: grid; }
.ph-first-item .ph-item-title {
  position: absolute; z-index: 1; inset: auto 0 0; padding: 32px 13px 10px; color: #fff; font-size: 15px; font-weight: 650; line-height: 1.35;
  background: linear-gradient(transparent, #000000b8); text-shadow: 0 1px 2px #000000a0;
}
.ph .ph-item { display: flex; align-items: center; justify-content: space-between; gap: 12px; inline-size: 100%; padding: 9px 13px; line-height: 1.4; }
.ph-items li + li { border-block-start: 1px solid var(--ph-line); }
.ph-item .ph-item-image { flex: none; display: grid; inline-size: 52px; block-size: 52px; border-radius: 8px; object-fit: cover; background: var(--ph-press); }
.ph-carousel { margin-block-start: 8px; }
.ph-ft-carousel-feed .ph-bubbles { inline-size: 100%; }
.ph-ft-carousel-feed .ph-bubble { inline-size: var(--ph-bubble-width); max-inline-size: 100%; }
.ph-cards {
  display: flex; gap: 8px; overflow-x: auto; scroll-padding-inline: 2px; scroll-snap-type: x proximity; scrollbar-width: none;
  margin-inline: 0 -12px !important; padding: 2px 12px 2px 2px !important; border-radius: 16px;
}
.ph-card, .ph-tail-card { flex: none; scroll-snap-align: start; border-radius: 14px; background: var(--ph-bubble); overflow: hidden; }
.ph-card { display: flex; flex-direction: column; inline-size: calc(var(--ph-bubble-width) - 4px); }
.ph-card .ph-card-image { aspect-ratio: 4 / 3; }
.ph-card-body { flex: 1; display: flex; flex-direction: column; padding: 11px 12px 12px; }
.ph-card-header { font-weight: 700; font-size: 15.5px; line-height: 1.4; }
.ph-card-text { margin-block-start: 2px !important; color: var(--ph-quiet); font-size: 13.5px; }
.ph-card .ph-buttons { margin-block-start: auto !important; padding-block-start: 11px !important; }
/* Names of eight letters at most: two buttons stand side by side. */
:is(.ph-card, .ph-ft-wide, .ph-ft-wide-item-list) .ph-buttons:has(li + li) { grid-auto-flow: column; grid-auto-columns: 1fr; }
:is(.ph-card, .ph-ft-wide, .ph-ft-wide-item-list) .ph-buttons:has(li + li + li) { grid-auto-flow: row; }
.ph .ph-coupon {
  display: flex; justify-content: space-between; align-items: center; gap: 8px; inline-size: 100%; margin-block-start: 8px;
  padding: 8px 10px; border: 1px dashed light-dark(#c9a400, #8f7a1c); border-radius: 10px; background: light-dark(#fffbe0, #37331c);
}
.ph-coupon-texts { display: grid; min-inline-size: 0; font-size: 12px; line-height: 1.4; }
.ph-coupon-texts strong { font-size: 13.5px; font-weight: 650; }
.ph-coupon-sign { flex: none; display: grid; place-items: center; inline-size: 28px; block-size: 28px; border-radius: 50%; background: var(--ph-accent); color: #3a2d00; }
.ph-coupon-sign::before { inline-size: 16px; block-size: 16px; mask-image: ${icons.download}; }
.ph-tail-card { display: grid; inline-size: 104px; }
.ph .ph-tail { display: grid; place-content: center; justify-items: center; gap: 8px; padding: 16px; font-weight: 600; }
.ph-tail-arrow { display: grid; place-items: center; inline-size: 42px; block-size: 42px; border-radius: 50%; background: var(--ph-press); }
.ph-tail-arrow::before { inline-size: 20px; block-size: 20px; mask-image: ${icons.arrow}; }
.ph-steps { display: flex; gap: 6px; margin-block-start: 8px; }
.ph .ph-step { inline-size: 32px; block-size: 32px; border-radius: 50%; background: var(--ph-bubble); text-align: center; font-size: 18px; line-height: 1; }
.ph-input { flex: none; display: flex; align-items: center; gap: 10px; padding: 9px 14px 14px; background: var(--ph-bubble); color: var(--ph-quiet); }
.ph-input b { font-size: 0; }
.ph-input b::before { mask-image: ${icons.plus}; }
.ph-input b:last-child::before { mask-image: ${icons.smile}; }
.ph-input span { flex: 1; block-size: 34px; border-radius: 17px; background: var(--ph-press); }
.ph-sheet {
  position: fixed; inset: auto 0 0; inline-size: min(100%, 30rem); max-block-size: 80vh; margin: 0 auto; padding: 1.2rem 1.3rem 1.4rem;
  border: 0; border-radius: 1.2rem 1.2rem 0 0; overflow: auto; background: var(--ph-bubble); color: var(--ph-ink);
  box-shadow: 0 -1rem 3rem #00000040; line-height: 1.5;
}
.ph-sheet::backdrop { background: #00000066; }
.ph-sheet-title { margin-block-end: .6rem !important; font-weight: 700; font-size: 1rem; }
.ph-sheet dt { margin-block-start: .6rem; color: var(--ph-quiet); font-size: .76rem; }
.ph-sheet dd { display: flex; flex-wrap: wrap; gap: .3rem .8rem; }
.ph-sheet a { color: var(--ph-focus); font-weight: 600; }
.ph-address { font-family: ui-monospace, monospace; font-size: .82rem; overflow-wrap: anywhere; unicode-bidi: isolate; }
.ph .ph-sheet-close { display: block; inline-size: 100%; min-block-size: 2.6rem; margin-block-start: 1.1rem; border-radius: .6rem; background: var(--ph-press); font-weight: 600; text-align: center; }
@media (prefers-reduced-motion: reduce) { .ph * { transition: none; scroll-behavior: auto; } }
`
