// Drawn rather than taken from a font: not every system has pictures among its characters.
const icon = (paths: string): string =>
  `url("data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill="none" stroke="#000" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${paths}</svg>`,
  )}")`

/** A drawing for each kind in lists of messages, as the value of a CSS mask; `unknown` for what has none yet. */
export const kindIcons = {
  text: icon(
    '<path d="M4 6.5A2.5 2.5 0 0 1 6.5 4h11A2.5 2.5 0 0 1 20 6.5v7a2.5 2.5 0 0 1-2.5 2.5H11l-4.5 4v-4A2.5 2.5 0 0 1 4 13.5zM8 8.5h8M8 12h5"/>',
  ),
  image: icon(
    '<rect x="4" y="4" width="16" height="16" rx="3"/><circle cx="9" cy="9.5" r="1.5"/><path d="m5 18 5-5 3 3 2.5-2.5L19.5 17"/>',
  ),
  wide: icon(
    '<rect x="2.5" y="6" width="19" height="12" rx="2.5"/><path d="m4 16.5 5-4.5 3.5 3 3-2.5 5 4"/><circle cx="16" cy="9.5" r="1"/>',
  ),
  list: icon(
    '<rect x="4" y="4" width="16" height="8" rx="2"/><path d="M4 16h10M4 20h10"/><rect x="17" y="15" width="3" height="5.5" rx="1"/>',
  ),
  carousel: icon('<rect x="3" y="5" width="11" height="14" rx="2"/><path d="M17 6.5v11M20.5 8v8M6 15.5h5"/>'),
  unknown: icon('<path d="M6 3h8l4 4v14H6zM14 3v4h4M9.8 11.2a2.2 2.2 0 1 1 3 2c-.6.3-.8.6-.8 1.3M12 17.4v.1"/>'),
}
