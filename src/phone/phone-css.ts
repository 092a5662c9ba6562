/** The look of a phone. Colours follow the page's `color-scheme`. Widths scale with the room that the phone has. */
export const phoneCss = `
.ph {
  --ph-chat: light-dark(#b6cadb, #17191d);
  --ph-bubble: light-dark(#ffffff, #2a2d33);
  --ph-ink: light-dark(#1b1d20, #f1f2f4);
  --ph-quiet: light-dark(#5a6470, #a5adb8);
  --ph-line: light-dark(#e6e9ed, #3a3e46);
  --ph-press: light-dark(#f3f4f6, #363a42);
  --ph-frame: light-dark(#17191c, #050506);
  --ph-accent: #fee500;
  --ph-focus: light-dark(#0b57d0, #8ab4f8);
  box-sizing: border-box; position: relative; display: flex; flex-direction: column; overflow: hidden;
  inline-size: min(100%, 23.5rem); block-size: min(46rem, 100%); min-block-size: 30rem; margin-inline: auto;
  border: .55rem solid var(--ph-frame); border-radius: 2.6rem; background: var(--ph-chat); color: var(--ph-ink);
  box-shadow: 0 0 0 1px light-dark(#3b4048, #33373e), 0 1.6rem 3.2rem -1.2rem light-dark(#1d2b3a66, #000);
  font-size: .9rem; line-height: 1.5; word-break: keep-all; overflow-wrap: anywhere;
}
.ph *, .ph *::before { box-sizing: border-box; }
.ph p, .ph ul, .ph dl, .ph dd { margin: 0; padding: 0; list-style: none; }
.ph button { font: inherit; color: inherit; background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; }
.ph :focus-visible { outline: 3px solid var(--ph-focus); outline-offset: 2px; }
.ph-bar { display: flex; justify-content: space-between; padding: .55rem 1.5rem 0; font-size: .72rem; font-weight: 700; }
.ph-signs { display: flex; gap: .25rem; align-items: center; }
.ph-signs i { inline-size: .5rem; block-size: .5rem; border-radius: 50%; background: currentColor; opacity: .75; }
.ph-signs .ph-battery { inline-size: 1.2rem; border-radius: .2rem; }
.ph-top { display: grid; grid-template-columns: 2rem 1fr 2rem; align-items: center; padding: .4rem .9rem .7rem; }
.ph-top strong { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-size: .98rem; text-align: center; }
.ph-back { font-size: 1.7rem; line-height: 1; }
.ph-menu { text-align: end; }
.ph-chat { flex: 1; overflow: auto; overscroll-behavior: contain; padding: .5rem .75rem 1.2rem; scrollbar-width: thin; }
.ph-chat:focus-visible { outline-offset: -4px; }
.ph-date {
  inline-size: fit-content; margin: .2rem auto 1rem !important; padding: .12rem .85rem !important; border-radius: 1rem;
  background: light-dark(#8ba3b8aa, #2b2f36); color: light-dark(#14202c, #c9d0d8); font-size: .73rem;
}
.ph-entry { display: flex; gap: .55rem; margin-block-end: 1.2rem; }
.ph-avatar {
  flex: none; display: grid; place-items: center; inline-size: 2.5rem; block-size: 2.5rem; border-radius: .95rem;
  background: linear-gradient(140deg, var(--ph-accent), #ffb800); color: #3a2d00; font-weight: 800;
}
.ph-said { flex: 1; min-inline-size: 0; }
.ph-name { margin-block-end: .25rem !important; font-size: .78rem; color: light-dark(#2f3b47, #b8c0ca); }
.ph-row { display: flex; align-items: flex-end; gap: .35rem; }
.ph-bubbles { flex: 0 1 auto; min-inline-size: 0; inline-size: 15.2rem; }
.ph-time { flex: none; color: light-dark(#445261, #98a1ac); font-size: .66rem; white-space: nowrap; }
.ph-bubble { overflow: hidden; border-radius: .3rem 1.05rem 1.05rem; background: var(--ph-bubble); box-shadow: 0 1px 1px #0000000f; }
.ph-body { padding: .7rem .8rem; }
.ph-body:empty { display: none; }
.ph-ad { color: var(--ph-quiet); font-size: .74rem; font-weight: 700; }
.ph-text, .ph-card-text { white-space: pre-wrap; }
.ph-opt-out { margin-block-start: .45rem !important; color: var(--ph-quiet); font-size: .7rem; }
.ph-tap { display: block; inline-size: 100%; }
.ph-image, .ph-card-image { display: block; inline-size: 100%; block-size: auto; object-fit: cover; background: var(--ph-press); }
.ph-ft-image .ph-image { max-block-size: 22rem; }
.ph-ft-wide .ph-image, .ph-card-image { aspect-ratio: 4 / 3; }
.ph-no-image { display: grid; place-items: center; min-block-size: 5rem; aspect-ratio: 2; padding: .3rem; color: var(--ph-quiet); font-size: .76rem; text-align: center; }
.ph-item .ph-no-image { aspect-ratio: 1; font-size: 0; border: 1px dashed var(--ph-quiet); }
.ph-buttons { display: grid; gap: .4rem; margin-block-start: .65rem !important; }
.ph .ph-button {
  inline-size: 100%; min-block-size: 2.4rem; padding: .4rem .6rem; border-radius: .5rem; background: var(--ph-press);
  font-weight: 600; text-align: center; transition: background .15s;
}
.ph .ph-button:hover, .ph .ph-item:hover { background: var(--ph-line); }
.ph-header { padding: .75rem .8rem !important; border-block: 1px solid var(--ph-line); font-weight: 700; }
.ph .ph-first-item { position: relative; display: block; inline-size: 100%; }
.ph-first-item .ph-item-image { display: grid; inline-size: 100%; aspect-ratio: 2; object-fit: cover; background: var(--ph-press); }
.ph-first-item .ph-item-title {
  position: absolute; inset: auto 0 0; padding: 1.9rem .8rem .6rem; color: #fff; font-weight: 700;
  background: linear-gradient(transparent, #000000b8); text-shadow: 0 1px 2px #000000a0;
}
.ph .ph-item { display: flex; align-items: center; justify-content: space-between; gap: .7rem; inline-size: 100%; padding: .55rem .8rem; }
.ph-items li + li { border-block-start: 1px solid var(--ph-line); }
.ph-item .ph-item-image { flex: none; display: grid; inline-size: 3.2rem; block-size: 3.2rem; min-block-size: 0; border-radius: .5rem; object-fit: cover; background: var(--ph-press); }
.ph-carousel { margin-block-start: .5rem; }
.ph-ft-carousel-feed .ph-row { display: block; }
.ph-ft-carousel-feed .ph-bubbles { inline-size: 100%; }
.ph-ft-carousel-feed .ph-bubble { inline-size: 15.2rem; max-inline-size: 100%; }
.ph-cards {
  display: flex; gap: .55rem; overflow-x: auto; scroll-padding-inline: 2px; scroll-snap-type: x proximity; scrollbar-width: none;
  margin-inline: 0 -.75rem !important; padding: 2px .75rem 2px 2px !important; border-radius: 1rem;
}
.ph-card, .ph-tail-card { flex: none; scroll-snap-align: start; border-radius: 1rem; background: var(--ph-bubble); overflow: hidden; }
.ph-card { display: flex; flex-direction: column; inline-size: 13.6rem; }
.ph-card-body { flex: 1; display: flex; flex-direction: column; padding: .7rem .75rem .8rem; }
.ph-card-header { font-weight: 700; font-size: .96rem; }
.ph-card-text { margin-block-start: .15rem !important; color: var(--ph-quiet); font-size: .84rem; }
.ph-card .ph-buttons { margin-block-start: auto !important; padding-block-start: .65rem !important; }
.ph .ph-coupon {
  display: flex; justify-content: space-between; align-items: center; gap: .5rem; inline-size: 100%; margin-block-start: .5rem;
  padding: .5rem .7rem; border: 1px dashed light-dark(#c9a400, #8f7a1c); border-radius: .6rem; background: light-dark(#fffbe0, #37331c);
}
.ph-coupon-texts { display: grid; font-size: .78rem; }
.ph-coupon-texts strong { font-size: .86rem; }
.ph-coupon-sign { display: grid; place-items: center; inline-size: 1.6rem; block-size: 1.6rem; border-radius: 50%; background: var(--ph-accent); color: #3a2d00; font-weight: 800; }
.ph-tail-card { display: grid; inline-size: 6.5rem; }
.ph .ph-tail { display: grid; place-content: center; justify-items: center; gap: .5rem; padding: 1rem; font-weight: 600; }
.ph-tail-arrow { display: grid; place-items: center; inline-size: 2.6rem; block-size: 2.6rem; border-radius: 50%; background: var(--ph-press); }
.ph-steps { display: flex; gap: .4rem; margin-block-start: .5rem; }
.ph .ph-step { inline-size: 2rem; block-size: 2rem; border-radius: 50%; background: var(--ph-bubble); text-align: center; line-height: 1; }
.ph-input { display: flex; align-items: center; gap: .6rem; padding: .55rem .9rem .8rem; background: var(--ph-bubble); color: var(--ph-quiet); }
.ph-input span { flex: 1; block-size: 1.9rem; border-radius: 1rem; background: var(--ph-press); }
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
.ph-address { font-family: ui-monospace, monospace; font-size: .82rem; overflow-wrap: anywhere; }
.ph .ph-sheet-close { display: block; inline-size: 100%; min-block-size: 2.6rem; margin-block-start: 1.1rem; border-radius: .6rem; background: var(--ph-press); font-weight: 600; text-align: center; }
@media (prefers-reduced-motion: reduce) { .ph * { transition: none; scroll-behavior: auto; } }
`
