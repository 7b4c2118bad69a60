/** A choice of the user; `system` follows the operating system. */
export type Theme = 'system' | 'light' | 'dark';

const KEY = 'imagewell.theme';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

/** The theme that this browser keeps. */
export function readTheme(): Theme {
  const kept = localStorage.getItem(KEY);
  return kept === 'light' || kept === 'dark' ? kept : 'system';
}

/** Shows the kept theme. */
export function showTheme(): void {
  const theme = readTheme();
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}

/** Keeps the next theme, and shows it. */
export function keepNextTheme(): void {
  const next = NEXT[readTheme()];
  if (next === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, next);
  showTheme();
}
