/**
 * The paths of each icon, on a grid of 16 with a round stroke of 1.5; the build makes the sprite.
 */
export const ICONS = {
  images:
    '<rect x="2" y="2" width="5" height="5" rx="1"/><rect x="9" y="2" width="5" height="5" rx="1"/><rect x="2" y="9" width="5" height="5" rx="1"/><rect x="9" y="9" width="5" height="5" rx="1"/>',
  play: '<path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6"/><circle cx="10" cy="4.5" r="1.9"/><circle cx="6" cy="11.5" r="1.9"/>',
  key: '<circle cx="5" cy="11" r="3"/><path d="M7.2 8.8 13.5 2.5M10.6 5.4l2.2 2.2"/>',
  chart: '<path d="M2 14h12M4 11.5V8M8 11.5v-8M12 11.5V6"/>',
  users:
    '<circle cx="6" cy="5.2" r="2.4"/><path d="M1.8 13.5c.3-2.6 2-4 4.2-4s3.9 1.4 4.2 4M10.6 3.100a2.3 2.3 0 0 1 0 4.2M12 9.9c1.3.6 2 1.8 2.2 3.6"/>',
  globe:
    '<circle cx="8" cy="8" r="6"/><path d="M2 8h12M8 2c2 1.7 2.8 3.7 2.8 6S10 12.3 8 14c-2-1.7-2.8-3.7-2.8-6S6 3.7 8 2Z"/>',
  hook: '<circle cx="8" cy="4" r="2"/><circle cx="4" cy="11.6" r="2"/><circle cx="12" cy="11.6" r="2"/><path d="M7 5.8 5 9.8M9 5.8l2 4M6 11.6h4"/>',
  log: '<path d="M5.5 4H14M5.5 8H14M5.5 12H11"/><path d="M2.2 4h.1M2.2 8h.1M2.2 12h.1" stroke-width="2"/>',
  limit: '<path d="M2.5 12a6 6 0 1 1 11 0M8 9.5l2.8-3.2"/><path d="M5.5 13.5h5"/>',
  upload:
    '<path d="M8 10.5v-8M4.8 5.5 8 2.3l3.2 3.2M2.5 10.5v2a1 1 0 0 0 1 1h9a1 1 0 0 0 1-1v-2"/>',
  search: '<circle cx="7" cy="7" r="4.5"/><path d="m10.4 10.4 3.3 3.3"/>',
  x: '<path d="m4 4 8 8M12 4l-8 8"/>',
  check: '<path d="m3 8.5 3.2 3.2L13 4.8"/>',
  copy: '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 3v-.2A1.3 1.3 0 0 0 9.2 1.5H3.3A1.3 1.3 0 0 0 2 2.8v5.9A1.3 1.3 0 0 0 3.3 10h.2"/>',
  down: '<path d="m4 6 4 4 4-4"/>',
  right: '<path d="m6 4 4 4-4 4"/>',
  left: '<path d="m10 4-4 4 4 4"/>',
  updown: '<path d="m5 6 3-3 3 3M5 10l3 3 3-3"/>',
  more: '<path d="M3 8h.1M8 8h.1M13 8h.1" stroke-width="2.2"/>',
  trash:
    '<path d="M2.5 4.5h11M6 4.5V3a.8.8 0 0 1 .8-.8h2.4A.8.8 0 0 1 10 3v1.5M4 4.5l.6 8.3a1 1 0 0 0 1 .9h4.8a1 1 0 0 0 1-.9l.6-8.3M6.7 7.2v3.8M9.3 7.2v3.8"/>',
  rotate: '<path d="M13 8a5 5 0 1 1-1.5-3.6L13.5 6M13.5 2.5V6H10"/>',
  warn: '<path d="M8 2.2 14.4 13.3H1.6Z"/><path d="M8 6.5v3M8 11.4v.1"/>',
  info: '<circle cx="8" cy="8" r="6"/><path d="M8 7.3v3.6M8 5.100v.1"/>',
  error: '<circle cx="8" cy="8" r="6"/><path d="M8 4.8v3.9M8 11v.1"/>',
  sun: '<circle cx="8" cy="8" r="2.8"/><path d="M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9"/>',
  moon: '<path d="M13.3 9.6A5.7 5.7 0 0 1 6.4 2.7a5.7 5.7 0 1 0 6.9 6.9Z"/>',
  auto: '<rect x="1.8" y="2.5" width="12.4" height="8.5" rx="1.3"/><path d="M5.5 13.7h5"/>',
  plus: '<path d="M8 3v10M3 8h10"/>',
  list: '<path d="M2 4h12M2 8h12M2 12h12"/>',
  edit: '<path d="m10.5 2.7 2.8 2.8L5.5 13.3l-3.3.5.5-3.3ZM8.7 4.5l2.8 2.8"/>',
  clock: '<circle cx="8" cy="8" r="6"/><path d="M8 4.5V8l2.3 1.5"/>',
  out: '<path d="M9.5 2.5h4v4M13.2 2.8 7.5 8.5M11.5 9v3.5a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1H7"/>',
  handle: '<path d="M5.5 4.5 2 8l3.5 3.5M10.5 4.5 14 8l-3.5 3.5"/>',
  flip: '<path d="M2 8h12M4.5 5.7 8 2.5l3.5 3.2ZM4.5 10.3 8 13.5l3.5-3.2Z"/>',
  save: '<path d="M3 2.5h7.5L13.5 5.5v7a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1V3.5a1 1 0 0 1 1-1ZM5 2.5v3.5h5v-3.5M5 13.5V9.5h6v4"/>',
  folder:
    '<path d="M2 12.2V4a1 1 0 0 1 1-1h3.2l1.5 1.7H13a1 1 0 0 1 1 1v6.5a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1Z"/>',
  door: '<path d="M9 2.5h3.5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9M2.5 8H10M7.3 5.3 10 8l-2.7 2.7"/>',
  lock: '<rect x="3" y="7" width="10" height="7" rx="1.3"/><path d="M5.2 7V5a2.8 2.8 0 0 1 5.6 0v2"/>',
  camera:
    '<path d="M2 5.5a1 1 0 0 1 1-1h2l1-1.7h4l1 1.7h2a1 1 0 0 1 1 1v6.3a1 1 0 0 1-1 1H3a1 1 0 0 1-1-1Z"/><circle cx="8" cy="8.4" r="2.4"/>',
  hdr: '<circle cx="8" cy="8" r="6"/><path d="M8 2v12M8 5h3.9M8 8h6M8 11h5"/>',
  gamut: '<path d="M8 2.2 14 13H2ZM8 6.6l2.7 4.8H5.3Z"/>',
} as const;

export type IconName = keyof typeof ICONS;
