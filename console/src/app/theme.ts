import { signal } from '@preact/signals';

export type Theme = 'system' | 'light' | 'dark';

const KEY = 'imagewell.theme';
const NEXT: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' };

function readStored(): Theme {
  const stored = localStorage.getItem(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

/** The chosen theme; `system` follows the operating system. */
export const theme = signal<Theme>(readStored());

function apply(): void {
  if (theme.value === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme.value;
}

/** Changes to the next theme, and keeps it. */
export function changeTheme(): void {
  theme.value = NEXT[theme.value];
  if (theme.value === 'system') localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, theme.value);
  apply();
}

/** Shows the kept theme. */
export function startTheme(): void {
  apply();
}
