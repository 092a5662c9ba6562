/** The tabs beside the phone, and the source below them. */
export const panelCss = `
.panel { display: flex; flex-direction: column; overflow: hidden; }
.tabs { flex: none; display: flex; gap: .15rem; padding: .4rem .5rem 0; border-block-end: 1px solid var(--line); }
.tabs [role=tab] { padding: .5rem .85rem; border: 0; border-block-end: 2px solid transparent; background: none; color: var(--quiet); font-weight: 600; cursor: pointer; }
.tabs [role=tab]:hover { color: var(--ink); }
.tabs [role=tab][aria-selected="true"] { border-color: light-dark(#171a1e, #fee500); color: var(--ink); }
.tabs [role=tab]:focus-visible { outline-offset: -3px; border-radius: .5rem; }
.tab-panel { flex: 1 1 58%; min-block-size: 0; overflow: auto; overscroll-behavior: contain; scrollbar-width: thin; }
.tab-panel:focus-visible { outline-offset: -3px; }
.block { padding: .9rem 1rem; }
.block + .block { padding-block-start: .2rem; }
.block h2, .source h2 { color: var(--quiet); font-size: .8rem; font-weight: 650; letter-spacing: .01em; }
.hint { color: var(--quiet); font-size: .8rem; }
.good { display: flex; align-items: center; gap: .5rem; margin-block-start: .5rem; padding: .55rem .8rem; border-radius: .7rem; background: var(--good-soft); color: var(--good); font-size: .88rem; font-weight: 550; }
.findings { display: grid; gap: .4rem; margin-block-start: .5rem; }
.finding {
  display: flex; gap: .65rem; inline-size: 100%; padding: .6rem .7rem; border: 1px solid transparent; border-radius: .7rem; background: var(--soft);
  text-align: start; cursor: pointer; font-size: .87rem; line-height: 1.45;
}
.finding:hover { border-color: var(--line); }
.finding.is-picked { border-color: var(--focus); background: var(--pane); }
.finding-number { flex: none; display: grid; place-items: center; min-inline-size: 1.45rem; block-size: 1.45rem; border-radius: .75rem; color: #fff; font-size: .76rem; font-weight: 700; }
.finding.is-error .finding-number { background: #c5221f; }
.finding.is-warning .finding-number { background: #9a5b00; }
.finding-texts { display: grid; gap: .15rem; min-inline-size: 0; }
.finding strong { font-weight: 550; }
.finding-help { color: var(--quiet); font-size: .82rem; white-space: pre-wrap; }
.finding-rule { color: var(--quiet); font-size: .76rem; }
.finding-rule code { font-size: .95em; }
.meters { display: grid; gap: .7rem; margin-block-start: .6rem; }
.meter { display: grid; gap: .22rem; border-radius: .4rem; }
.meter-top { display: flex; justify-content: space-between; align-items: baseline; gap: .8rem; font-size: .86rem; }
.meter-name { font-weight: 550; }
.meter-count { flex: none; color: var(--quiet); font-variant-numeric: tabular-nums; }
.meter-count b { color: var(--ink); font-weight: 700; }
.meter-count small { margin-inline-start: .4rem; padding: 0 .35rem; border-radius: .35rem; background: var(--soft); font-size: .7rem; }
.meter.is-near .meter-count b { color: var(--warn); }
.meter.is-over .meter-count b { color: var(--bad); }
.bar { display: block; inline-size: 100%; block-size: 6px; border-radius: 3px; }
.bar-all { fill: light-dark(#e6eaee, #2b3038); }
.bar-longest { fill: light-dark(#bfe3cf, #1f5a41); }
.bar-used { fill: light-dark(#2f9e6b, #43b883); }
.is-near .bar-longest { fill: light-dark(#f6d9a6, #6b4a15); }
.is-near .bar-used { fill: var(--warn-fill); }
.is-over .bar-longest { fill: light-dark(#f4bdb9, #6b2a26); }
.is-over .bar-used { fill: var(--bad-fill); }
.bar-limit { fill: var(--ink); }
.meter-others { display: flex; flex-wrap: wrap; gap: 0 .7rem; color: var(--quiet); font-size: .74rem; font-variant-numeric: tabular-nums; line-height: 1.5; }
.meter-others b { font-weight: 600; }
.meter.is-near .meter-others b { color: var(--warn); }
.meter.is-over .meter-others b { color: var(--bad); }
.fields { display: grid; gap: .85rem; margin-block: .8rem 1rem; }
.field { display: grid; gap: .2rem; }
.field label { font-size: .86rem; font-weight: 600; }
.field input, .field textarea { inline-size: 100%; }
.field textarea { resize: vertical; line-height: 1.5; }
.over-max { color: var(--bad); font-size: .8rem; font-weight: 650; font-variant-numeric: tabular-nums; }
.over-max:empty { display: none; }
.field [aria-invalid=true] { border-color: var(--bad); }
.payload { padding-block-end: 1rem; }
.payload-top { display: flex; justify-content: space-between; align-items: start; gap: 1rem; margin-block-end: .6rem; }
.code { font-size: .79rem; line-height: 1.62; tab-size: 2; }
.json { padding-inline: 2.4em .6rem; text-indent: -2em; border-radius: .3rem; white-space: pre-wrap; unicode-bidi: isolate; overflow-wrap: anywhere; word-break: normal; }
.json-key { color: light-dark(#7a3d9e, #c9a2e8); }
.source { flex: 1 1 42%; display: flex; flex-direction: column; min-block-size: 9rem; border-block-start: 1px solid var(--line); }
.source h2 { flex: none; padding: .5rem 1rem .35rem; }
.source-scroll { position: relative; flex: 1; min-block-size: 0; overflow: auto; overscroll-behavior: contain; scrollbar-width: thin; }
.lines { counter-reset: line; padding-block-end: .8rem; }
.lines:focus-visible, #json:focus-visible { outline-offset: -3px; }
.line { display: flex; counter-increment: line; border-inline-start: 3px solid transparent; padding-inline-end: .8rem; }
.line::before { content: counter(line); flex: none; inline-size: 3em; padding-inline-end: 1em; color: var(--quiet); opacity: .75; text-align: end; user-select: none; }
.line > span { flex: 1; min-inline-size: 0; min-block-size: 1.62em; white-space: pre-wrap; unicode-bidi: isolate; overflow-wrap: anywhere; word-break: normal; }
.line.is-error { border-color: var(--bad-fill); background: light-dark(#fdf1f0, #2a1918); }
.line.is-warning { border-color: var(--warn-fill); background: light-dark(#fff8eb, #261f12); }
.line.is-hot, .json.is-hot, .meter.is-hot { background: var(--hot); }
.line.is-picked { background: light-dark(#dbe8ff, #1d2f4d); border-color: var(--focus); }
.unseen { unicode-bidi: isolate; font-size: 0; }
.unseen::before { content: attr(data-code); padding: 0 .25em; border-radius: .25em; background: var(--bad-soft); color: var(--bad); font-size: .66rem; font-weight: 600; }
@media (max-width: 68rem) {
  .panel { display: block; overflow: visible; }
  .tab-panel { overflow: visible; }
  .source-scroll { max-block-size: 24rem; }
}
`
