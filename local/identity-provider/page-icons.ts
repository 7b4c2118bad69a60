/** The drawings of these pages, on a grid of 16; the same as the console's. */
export const PAGE_ICONS = {
  globe:
    '<circle cx="8" cy="8" r="6"/><path d="M2 8h12M8 2c2 1.7 2.8 3.7 2.8 6S10 12.3 8 14c-2-1.7-2.8-3.7-2.8-6S6 3.7 8 2Z"/>',
  key: '<circle cx="5" cy="11" r="3"/><path d="M7.2 8.8 13.5 2.5M10.6 5.4l2.2 2.2"/>',
  check: '<path d="m3 8.5 3.2 3.2L13 4.8"/>',
  copy: '<rect x="5.5" y="5.5" width="8" height="8" rx="1.5"/><path d="M10.5 3v-.2A1.3 1.3 0 0 0 9.2 1.5H3.3A1.3 1.3 0 0 0 2 2.8v5.9A1.3 1.3 0 0 0 3.3 10h.2"/>',
  right: '<path d="m6 4 4 4-4 4"/>',
  info: '<circle cx="8" cy="8" r="6"/><path d="M8 7.3v3.6M8 5.100v.1"/>',
  error: '<circle cx="8" cy="8" r="6"/><path d="M8 4.8v3.9M8 11v.1"/>',
  sun: '<circle cx="8" cy="8" r="2.8"/><path d="M8 1.5v1.3M8 13.2v1.3M1.5 8h1.3M13.2 8h1.3M3.4 3.4l.9.9M11.7 11.7l.9.9M12.6 3.4l-.9.9M4.3 11.7l-.9.9"/>',
  moon: '<path d="M13.3 9.6A5.7 5.7 0 0 1 6.4 2.7a5.7 5.7 0 1 0 6.9 6.9Z"/>',
  clock: '<circle cx="8" cy="8" r="6"/><path d="M8 4.5V8l2.3 1.5"/>',
  door: '<path d="M9 2.5h3.5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9M2.5 8H10M7.3 5.3 10 8l-2.7 2.7"/>',
  passkey:
    '<circle cx="6" cy="4.8" r="2.5"/><path d="M1.8 13.5c.2-2.9 1.8-4.4 4.2-4.4.9 0 1.7.2 2.3.6"/><circle cx="12" cy="8.6" r="2"/><path d="M12 10.6v3.6M12 12.6h1.6"/>',
  eye: '<path d="M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8Z"/><circle cx="8" cy="8" r="2"/>',
} as const;

const STROKE =
  'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"';

/** A drawing in the colour of its text, which readers skip. */
export function pageIcon(name: keyof typeof PAGE_ICONS, more = ''): string {
  return `<svg class="i${more}" viewBox="0 0 16 16" aria-hidden="true"><g ${STROKE}>${PAGE_ICONS[name]}</g></svg>`;
}

/** The mark of the product. */
export const PAGE_LOGO =
  '<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><rect x="1" y="1" width="22" height="22" rx="6" fill="currentColor"/><g fill="none" class="logo-rings" stroke-width="1.8"><path d="M5 9.5c0-2.2 3.1-4 7-4s7 1.8 7 4"/><path d="M5 9.5c0 2.2 3.1 4 7 4s7-1.8 7-4"/><path d="M5 9.5v5.2c0 2.2 3.1 4 7 4s7-1.8 7-4V9.5"/></g></svg>';
