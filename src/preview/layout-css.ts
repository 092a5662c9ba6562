import { kindIcons } from '../phone/kind-icons.ts'
import { phoneWidthsPx } from './phone-widths.ts'

/** The frame of the page, the list and the stage, in the colours that the system prefers. */
export const layoutCss = `
:root {
  color-scheme: light dark;
  --page: light-dark(#f1f3f6, #0e1013);
  --pane: light-dark(#ffffff, #16191d);
  --ink: light-dark(#171a1e, #eceef1);
  --quiet: light-dark(#58636f, #9aa4af);
  --line: light-dark(#e2e6eb, #282d34);
  --soft: light-dark(#f5f7f9, #1e2228);
  --good: light-dark(#0a6b3d, #5fd39a);
  --good-soft: light-dark(#dff5e8, #12382a);
  --warn: light-dark(#8a4b00, #ffb84d);
  --warn-soft: light-dark(#fff1d9, #3d2d12);
  --warn-fill: light-dark(#f0a020, #e09a2e);
  --bad: light-dark(#b3261e, #ff8a80);
  --bad-soft: light-dark(#fde8e6, #45211f);
  --bad-fill: light-dark(#d93a30, #e5574d);
  --focus: light-dark(#0b57d0, #8ab4f8);
  --hot: light-dark(#fff3b0, #4a431a);
  --brand: #fee500;
  --mono: ui-monospace, "SF Mono", "D2Coding", Menlo, Consolas, "Noto Sans Mono CJK KR", monospace;
}
* { box-sizing: border-box; }
html, body { block-size: 100%; margin: 0; }
body {
  display: flex; flex-direction: column; background: var(--page); color: var(--ink); word-break: keep-all; overflow-wrap: anywhere;
  font: 400 14.5px/1.5 "Pretendard", "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", system-ui, sans-serif;
}
h1, h2, p, ul, ol, fieldset { margin: 0; padding: 0; }
ul, ol { list-style: none; }
fieldset { border: 0; min-inline-size: 0; }
button, input, select, textarea { font: inherit; color: inherit; }
code, .code { font-family: var(--mono); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
[hidden] { display: none !important; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-block-start: -4rem; z-index: 9; padding: .6rem 1rem; background: var(--pane); color: var(--ink); }
.skip:focus { inset-block-start: .5rem; }
.top { flex: none; display: flex; align-items: center; gap: .6rem; padding: .6rem 1.1rem; }
.top img { display: block; }
.top h1 { font-size: 1.02rem; font-weight: 700; letter-spacing: -.01em; }
.total { color: var(--quiet); font-size: .82rem; font-variant-numeric: tabular-nums; }
.live { display: inline-flex; align-items: center; gap: .4rem; margin-inline-start: auto; padding: .12rem .7rem; border-radius: 1rem; background: var(--good-soft); color: var(--good); font-size: .78rem; font-weight: 600; }
.live::before { content: ""; inline-size: .45rem; block-size: .45rem; border-radius: 50%; background: currentColor; }
.live.is-lost { background: var(--bad-soft); color: var(--bad); }
.split { flex: 1; display: grid; grid-template-columns: 18.5rem minmax(0, 1fr); gap: .8rem; min-block-size: 0; padding: 0 1rem 1rem; }
.pane { min-block-size: 0; min-inline-size: 0; border: 1px solid var(--line); border-radius: 1rem; background: var(--pane); }
.list-pane { display: flex; flex-direction: column; overflow: hidden; }
.tools { flex: none; display: flex; gap: .4rem; padding: .6rem; border-block-end: 1px solid var(--line); }
.tools input { flex: 1; min-inline-size: 0; }
.tools select { max-inline-size: 7rem; }
.tools input, .tools select, .field input, .field textarea {
  min-block-size: 2.35rem; padding: .3rem .7rem; border: 1px solid var(--line); border-radius: .65rem; background: var(--soft);
}
.list { flex: 1; overflow: auto; overscroll-behavior: contain; scrollbar-width: thin; padding: .35rem; }
.list:focus-visible { outline-offset: -3px; }
.row {
  display: grid; grid-template: auto auto / 2.3rem minmax(0, 1fr) auto; column-gap: .65rem; align-content: center; padding: .5rem .6rem;
  border-radius: .7rem; cursor: pointer; content-visibility: auto; contain-intrinsic-block-size: auto 3.4rem;
}
.row:hover { background: var(--soft); }
.row[aria-selected="true"] { background: light-dark(#fff8cf, #2f2b14); }
.row-sign { grid-row: 1 / 3; align-self: center; display: grid; place-items: center; inline-size: 2.3rem; block-size: 2.3rem; border-radius: .75rem; background: var(--soft); }
.row:hover .row-sign, .row[aria-selected="true"] .row-sign { background: var(--pane); }
.row-sign::before { content: ""; inline-size: 1.25rem; block-size: 1.25rem; background: var(--quiet); mask: ${kindIcons.text} center / contain no-repeat; }
.kind-ft-image .row-sign::before { mask-image: ${kindIcons.image}; }
.kind-ft-wide .row-sign::before { mask-image: ${kindIcons.wide}; }
.kind-ft-wide-item-list .row-sign::before { mask-image: ${kindIcons.list}; }
.kind-ft-carousel-feed .row-sign::before { mask-image: ${kindIcons.carousel}; }
.kind-unknown .row-sign::before { mask-image: ${kindIcons.unknown}; }
.row-title, .row-path { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; unicode-bidi: isolate; }
.row-title { font-weight: 600; line-height: 1.35; }
.row-path { grid-column: 2 / 4; color: var(--quiet); font-size: .78rem; line-height: 1.45; }
.row-badge { align-self: center; min-inline-size: 1.25rem; padding: 0 .35rem; border-radius: 1rem; font-size: .72rem; font-weight: 700; text-align: center; line-height: 1.25rem; }
.is-error.row-badge, .pill.is-error { background: var(--bad-soft); color: var(--bad); }
.is-warning.row-badge, .pill.is-warning { background: var(--warn-soft); color: var(--warn); }
.is-clean.row-badge { min-inline-size: 0; padding: 0; inline-size: .5rem; block-size: .5rem; margin-inline-end: .35rem; background: light-dark(#35b37e, #2f9468); }
.pill { display: inline-block; min-inline-size: 1.3rem; margin-inline-start: .4rem; padding: 0 .4rem; border-radius: 1rem; background: var(--soft); color: var(--quiet); font-size: .72rem; font-weight: 700; line-height: 1.3rem; text-align: center; }
.pill:empty { display: none; }
.empty-text { padding: 2rem 1.25rem; color: var(--quiet); text-align: center; }
.detail { min-inline-size: 0; min-block-size: 0; border-radius: 1rem; }
.detail:focus-visible { outline-offset: -3px; }
.opened { display: grid; grid-template-columns: minmax(27.5rem, 1fr) minmax(23rem, 32rem); gap: .8rem; block-size: 100%; }
.welcome { display: grid; justify-items: center; gap: .5rem; max-inline-size: 28rem; margin: 18vh auto 0; text-align: center; }
.welcome p { color: var(--quiet); }
.stage-pane { display: flex; flex-direction: column; min-block-size: 0; overflow: auto; scrollbar-width: thin; border-radius: 1rem; }
.stage-head { flex: none; padding: .3rem .4rem .1rem; text-align: center; }
.stage-head h2 { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: 1.06rem; line-height: 1.4; letter-spacing: -.01em; unicode-bidi: isolate; }
.path { color: var(--quiet); font-size: .8rem; unicode-bidi: isolate; }
.back { display: none; }
.bar-of-choices { position: sticky; inset-block-start: 0; z-index: 5; display: flex; flex-wrap: wrap; justify-content: center; gap: .4rem .55rem; padding: .55rem .2rem; background: var(--page); }
.choices { display: inline-flex; padding: .18rem; border-radius: .75rem; background: light-dark(#e3e7ec, #1e2228); }
.choices span { display: block; padding: .2rem .62rem; border-radius: .58rem; color: var(--quiet); font-size: .82rem; font-weight: 550; cursor: pointer; white-space: nowrap; }
.choices input { position: absolute; opacity: 0; pointer-events: none; }
.choices label:hover span { color: var(--ink); }
.choices input:checked + span { background: light-dark(#ffffff, #3b424d); color: var(--ink); font-weight: 650; box-shadow: 0 1px 3px #00000026; }
.choices input:focus-visible + span { outline: 3px solid var(--focus); outline-offset: 1px; }
.row-pager { display: flex; justify-content: center; align-items: center; gap: .5rem; padding-block-end: .4rem; font-size: .84rem; font-variant-numeric: tabular-nums; }
.plain { padding: .25rem .8rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--pane); font-size: .84rem; font-weight: 550; cursor: pointer; white-space: nowrap; }
.plain:hover { background: var(--soft); }
.plain:disabled { color: var(--quiet); opacity: .5; cursor: default; }
.stage { position: relative; flex: 1 0 auto; padding: .6rem 3.2rem 1rem; }
.theme-light { color-scheme: light; }
.theme-dark { color-scheme: dark; }
${phoneWidthsPx.map((width) => `.width-${width} { --ph-width: ${width}px; }`).join('\n')}
.stage #picture { inline-size: fit-content; max-inline-size: 100%; margin-inline: auto; }
.stage .picture { inline-size: calc(var(--ph-width) + 18px); max-inline-size: 100%; }
.stage .ph { block-size: auto; min-block-size: 700px; }
.stage .ph-chat { overflow: visible; }
.picture.is-old .ph { filter: grayscale(.85); opacity: .8; }
.no-phone { inline-size: 100%; block-size: 700px; border: 2px dashed light-dark(#b9c1cb, #3b424c); border-radius: 44px; }
.note { color-scheme: light dark; margin-block-end: .6rem; padding: .5rem .8rem; border-radius: .7rem; font-size: .84rem; }
.note.is-old { background: var(--bad-soft); color: var(--bad); font-weight: 550; }
.note.is-warning { background: var(--warn-soft); color: var(--warn); }
.approximation { flex: none; padding: 0 1rem 1rem; color: var(--quiet); font-size: .78rem; text-align: center; }
.pins { position: absolute; inset: 0 auto auto; inset-inline-start: calc(50% + min(50% - 3.2rem, (var(--ph-width) + 18px) / 2) + .55rem); inline-size: 0; block-size: 0; }
.pin {
  position: absolute; inset-inline-start: 0; display: grid; place-items: center; min-inline-size: 1.55rem; block-size: 1.55rem; padding: 0 .3rem; border: 0; border-radius: .8rem;
  color: #fff; font-size: .78rem; font-weight: 700; cursor: pointer; box-shadow: 0 1px 4px #00000040;
}
.pin.is-error { background: #c5221f; }
.pin.is-warning { background: #9a5b00; }
.pin::before { content: ""; position: absolute; inset-inline-end: 100%; inline-size: .55rem; border-block-start: 2px dotted currentColor; }
.pin.is-error::before { color: #c5221f; }
.pin.is-warning::before { color: #b87410; }
.picture [data-mark="error"] { outline: 2px solid #d93a30; outline-offset: 1px; }
.picture [data-mark="warning"] { outline: 2px dotted #c98217; outline-offset: 1px; }
.picture .ph-text[data-mark], .picture .ph-card-text[data-mark], .picture .ph-card-header[data-mark] { outline-offset: 3px; border-radius: 3px; }
.picture .ph-tap[data-mark], .picture .ph-first-item[data-mark], .picture .ph-item[data-mark], .picture .ph-card[data-mark], .picture .ph-header[data-mark] { outline-offset: -3px; }
.picture .is-hot { box-shadow: inset 0 0 0 100vmax #ffe60038; }
.picture .is-picked { outline: 3px solid #0b57d0 !important; }
@media (max-width: 82rem) {
  .split { grid-template-columns: 15rem minmax(0, 1fr); }
  .tools { flex-direction: column; }
  .tools input { flex: none; }
  .tools select { max-inline-size: none; }
  .opened { grid-template-columns: minmax(26rem, 1fr) minmax(20rem, 26rem); }
  .stage { padding-inline: 2.6rem; }
}
@media (max-width: 68rem) {
  .detail { overflow: auto; }
  .opened { display: block; block-size: auto; }
  .stage-pane { overflow: visible; }
  .panel { margin-block-start: .5rem; }
}
@media (max-width: 48rem) {
  .split { grid-template-columns: minmax(0, 1fr); padding: 0 .5rem .5rem; }
  .top { padding: .5rem .8rem; }
  .detail { display: none; }
  .has-message .list-pane { display: none; }
  .has-message .detail { display: block; }
  .back { display: block; padding: .4rem .2rem; border: 0; background: none; font-weight: 600; cursor: pointer; }
  .stage { padding-inline: 0 1.9rem; }
  .pins { inset-inline-start: auto; inset-inline-end: 1.75rem; }
  .pin::before { display: none; }
}
@media (prefers-reduced-motion: reduce) { *, *::before { animation: none !important; transition: none !important; } }
`
