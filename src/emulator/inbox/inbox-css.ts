import { kindIcons } from '../../phone/kind-icons.ts'

/** The look of the inbox page, in the colours that the system prefers. */
export const inboxCss = `
:root {
  color-scheme: light dark;
  --page: light-dark(#eef1f5, #0f1114);
  --pane: light-dark(#ffffff, #181b20);
  --ink: light-dark(#1b1f24, #eceef1);
  --quiet: light-dark(#5b6672, #9aa4af);
  --line: light-dark(#dfe4ea, #2a2f37);
  --soft: light-dark(#f4f6f9, #20242b);
  --good: light-dark(#0a6b3d, #5fd39a);
  --good-soft: light-dark(#dff5e8, #12382a);
  --bad: light-dark(#b3261e, #ff8a80);
  --bad-soft: light-dark(#fde7e5, #44211f);
  --focus: light-dark(#0b57d0, #8ab4f8);
  --brand: #fee500;
}
* { box-sizing: border-box; }
html, body { block-size: 100%; margin: 0; }
body {
  display: flex; flex-direction: column; background: var(--page); color: var(--ink);
  word-break: keep-all; overflow-wrap: anywhere;
  font: 400 .95rem/1.5 "Pretendard", "Apple SD Gothic Neo", "Noto Sans KR", "Noto Sans CJK KR", system-ui, sans-serif;
}
h1, h2, h3, p, dl, dd, ul { margin: 0; padding: 0; }
ul { list-style: none; }
code, pre { font-family: ui-monospace, "SF Mono", "D2Coding", Menlo, Consolas, "Noto Sans Mono CJK KR", monospace; font-size: .86em; }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
[hidden] { display: none !important; }
.hidden { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.skip { position: absolute; inset-block-start: -4rem; z-index: 9; padding: .6rem 1rem; background: var(--pane); color: var(--ink); }
.skip:focus { inset-block-start: .5rem; }
.top { display: flex; flex-wrap: wrap; align-items: center; gap: .4rem 1rem; padding: .75rem 1.25rem; }
.top > img { display: block; }
.brand { margin-inline-end: auto; }
.brand h1 { font-size: 1.05rem; line-height: 1.25; letter-spacing: -.01em; }
.brand p { color: var(--quiet); font-size: .78rem; line-height: 1.3; }
.counts { display: flex; gap: .9rem; }
.count { color: var(--quiet); font-size: .82rem; white-space: nowrap; }
.count b { color: var(--ink); font-size: 1.02rem; font-variant-numeric: tabular-nums; }
.count-accepted b { color: var(--good); }
.count-rejected b { color: var(--bad); }
.live { display: inline-flex; align-items: center; gap: .4rem; padding: .15rem .7rem; border-radius: 1rem; background: var(--good-soft); color: var(--good); font-size: .78rem; font-weight: 600; }
.live::before { content: ""; inline-size: .5rem; block-size: .5rem; border-radius: 50%; background: currentColor; animation: pulse 2s infinite; }
.live.is-lost { background: var(--bad-soft); color: var(--bad); }
@keyframes pulse { 50% { opacity: .35; } }
.languages { display: flex; gap: .2rem; font-size: .82rem; }
.languages a { padding: .15rem .55rem; border-radius: 1rem; color: var(--quiet); text-decoration: none; }
.languages a[aria-current] { background: var(--pane); color: var(--ink); font-weight: 600; }
.split { flex: 1; display: grid; grid-template-columns: minmax(19rem, 25rem) 1fr; gap: .9rem; min-block-size: 0; padding: 0 1.25rem 1.25rem; }
.pane { min-block-size: 0; min-inline-size: 0; border: 1px solid var(--line); border-radius: 1.1rem; background: var(--pane); }
.list-pane { display: flex; flex-direction: column; overflow: hidden; }
.tools { display: flex; gap: .5rem; padding: .75rem; border-block-end: 1px solid var(--line); }
.tools input { flex: 1; min-inline-size: 0; }
.tools input, .tools select {
  min-block-size: 2.5rem; padding: 0 .8rem; border: 1px solid var(--line); border-radius: .7rem; background: var(--soft); color: inherit; font: inherit;
}
.refusal { display: grid; gap: .1rem; padding: .6rem .9rem; border-block-end: 1px solid var(--line); background: var(--bad-soft); font-size: .82rem; overflow-wrap: anywhere; }
.refusal strong, .refusal code { color: var(--bad); }
.list { position: relative; flex: 1; overflow: auto; overscroll-behavior: contain; scrollbar-width: thin; }
.list:focus-visible { outline-offset: -3px; }
.rows { position: relative; }
.row {
  position: absolute; inset: 0 0 auto; block-size: 74px; display: grid; grid-template: auto auto / 2.6rem 1fr auto; column-gap: .75rem; align-content: center;
  padding: .4rem .9rem; border-block-end: 1px solid var(--line); cursor: pointer;
}
.row:hover { background: var(--soft); }
.row[aria-selected="true"] { background: light-dark(#fffbe3, #2d2a17); box-shadow: inset 4px 0 var(--brand); }
.list:focus-visible .row.is-active { outline: 2px solid var(--focus); outline-offset: -3px; border-radius: .7rem; }
.row-sign { grid-row: 1 / 3; align-self: center; display: grid; place-items: center; inline-size: 2.6rem; block-size: 2.6rem; border-radius: .9rem; background: var(--soft); font-size: 1.15rem; }
.row:hover .row-sign { background: var(--line); }
.row-sign::before, .empty-sign::before { content: ""; inline-size: 1.35rem; block-size: 1.35rem; background: var(--quiet); mask: ${kindIcons.text} center / contain no-repeat; }
.kind-ft-image .row-sign::before { mask-image: ${kindIcons.image}; }
.kind-ft-wide .row-sign::before { mask-image: ${kindIcons.wide}; }
.kind-ft-wide-item-list .row-sign::before { mask-image: ${kindIcons.list}; }
.kind-ft-carousel-feed .row-sign::before { mask-image: ${kindIcons.carousel}; }
.row-number { font-weight: 650; font-variant-numeric: tabular-nums; }
.row-number, .row-text { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.row-time { color: var(--quiet); font-size: .76rem; font-variant-numeric: tabular-nums; align-self: center; text-align: end; }
.row-text { color: var(--quiet); font-size: .86rem; }
.row-code { justify-self: end; align-self: center; padding: 0 .5rem; border-radius: .5rem; background: var(--good-soft); color: var(--good); font-size: .74rem; font-weight: 700; }
.is-rejected .row-code { background: var(--bad-soft); color: var(--bad); }
.row-key { display: none; }
.empty { position: absolute; inset: 0; display: grid; align-content: center; justify-items: center; gap: .2rem; padding: 2rem; color: var(--quiet); text-align: center; }
.empty-sign { display: grid; }
.empty-sign::before { inline-size: 3rem; block-size: 3rem; opacity: .6; }
.empty strong { color: var(--ink); }
.detail { overflow: auto; scrollbar-width: thin; }
.detail:focus-visible { outline-offset: -3px; }
.back { display: none; }
.message { display: grid; grid-template-columns: minmax(18rem, 26rem) minmax(0, 1fr); gap: 1.5rem; align-items: start; padding: 1.5rem; }
.stage { position: sticky; inset-block-start: 1.5rem; block-size: min(46rem, calc(100vh - 9.5rem)); }
.about { display: grid; gap: 1.25rem; }
.about h3 { margin-block-end: .45rem; color: var(--quiet); font-size: .8rem; font-weight: 650; }
.about section > p { margin-block-end: .45rem; font-size: .88rem; }
.verdict { display: flex; gap: .9rem; align-items: center; padding: .9rem 1.1rem; border-radius: .9rem; }
.verdict h2 { font-size: 1.02rem; line-height: 1.35; }
.verdict p { overflow-wrap: anywhere; font-size: .88rem; }
.verdict-sign { flex: none; display: grid; place-items: center; inline-size: 2.1rem; block-size: 2.1rem; border-radius: 50%; color: var(--pane); font-weight: 800; }
.is-accepted { background: var(--good-soft); }
.is-accepted .verdict-sign { background: var(--good); }
.verdict.is-rejected { background: var(--bad-soft); }
.verdict.is-rejected .verdict-sign { background: var(--bad); }
.reasons { display: grid; gap: .4rem; }
.reasons li { display: flex; gap: .7rem; padding: .55rem .8rem; border-radius: .7rem; background: var(--soft); overflow-wrap: anywhere; font-size: .88rem; }
.reason-code { flex: none; color: var(--bad); font-weight: 700; }
.facts { display: grid; grid-template-columns: auto 1fr; gap: .3rem 1.1rem; font-size: .9rem; }
.facts dt { color: var(--quiet); }
.facts dd { overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.raw summary { padding: .5rem 0; font-weight: 600; cursor: pointer; }
.raw pre { max-block-size: 24rem; margin: 0; padding: .9rem 1rem; border-radius: .8rem; background: var(--soft); overflow: auto; white-space: pre-wrap; overflow-wrap: anywhere; line-height: 1.55; scrollbar-width: thin; }
.gone { padding: 2rem; }
.welcome { display: grid; justify-items: center; gap: .6rem; max-inline-size: 30rem; margin: 14vh auto 0; padding: 1.5rem; text-align: center; }
.welcome h2 { font-size: 1.3rem; }
.welcome p { color: var(--quiet); }
.welcome dl { display: grid; grid-template-columns: auto auto; gap: .4rem 1.2rem; margin-block-start: 1rem; padding: 1rem 1.4rem; border-radius: .9rem; background: var(--soft); text-align: start; }
.welcome dt { color: var(--quiet); font-size: .86rem; }
.welcome dd { overflow-wrap: anywhere; }
@media (max-width: 75rem) {
  .message { grid-template-columns: minmax(0, 1fr); }
  .stage { position: static; block-size: auto; }
  .stage .ph { block-size: 44rem; }
}
@media (max-width: 60rem) {
  .split { grid-template-columns: minmax(0, 1fr); padding: 0 .6rem .6rem; }
  .top { padding: .6rem .9rem; gap: .3rem .8rem; }
  .brand { flex: 1; min-inline-size: 9rem; }
  .counts { order: 4; gap: .7rem; }
  .count { font-size: .76rem; }
  .languages a { padding-inline: .4rem; }
  .languages { order: 5; margin-inline-start: auto; }
  .detail { display: none; }
  .has-message .list-pane { display: none; }
  .has-message .detail { display: block; }
  .has-message .counts, .has-message .languages { display: none; }
  .back { display: block; position: sticky; inset-block-start: 0; z-index: 2; inline-size: 100%; padding: .75rem 1.1rem; border: 0; border-block-end: 1px solid var(--line); background: var(--pane); color: inherit; font: inherit; font-weight: 600; text-align: start; cursor: pointer; }
  .message { padding: 1rem .75rem; }
  .stage .ph { block-size: max(30rem, calc(100dvh - 10.5rem)); }
  .has-message .brand p { display: none; }
}
@media (prefers-reduced-motion: reduce) { *, *::before { animation: none !important; transition: none !important; } }
`
