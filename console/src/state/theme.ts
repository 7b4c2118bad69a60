import { signal } from '@preact/signals';
import { keepNextTheme, readTheme } from './kept-theme.ts';

/** The chosen theme; `system` follows the operating system. */
export const theme = signal(readTheme());

/** Changes to the next theme, and keeps it. */
export function changeTheme(): void {
  keepNextTheme();
  theme.value = readTheme();
}
