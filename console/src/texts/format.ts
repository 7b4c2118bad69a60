/** Numbers, sizes and times by the browser's locale. */
const numbers = new Intl.NumberFormat();
const days = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const shortDays = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const moments = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

export const formatNumber = (value: number) => numbers.format(value);

/** Bytes in powers of 1000, with three digits at most: "1.9 MB". */
export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const maximumFractionDigits = unit === 0 || value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return `${value.toLocaleString(undefined, { maximumFractionDigits })} ${UNITS[unit]}`;
}

/** "41 of 50", or the number alone without a limit. */
export const formatOf = (used: number, limit: number | null) =>
  limit === null ? formatNumber(used) : `${formatNumber(used)} of ${formatNumber(limit)}`;

/** "2400 × 3000". */
export const formatSize = (width: number, height: number) => `${width} × ${height}`;

/** A day, from RFC 3339. */
export const formatDay = (at: string) => days.format(new Date(at));

/** A day of these weeks, from RFC 3339: "29 Nov". */
export const formatShortDay = (at: string) => shortDays.format(new Date(at));

/** A day with its time, from RFC 3339. */
export const formatMoment = (at: string) => moments.format(new Date(at));

/** "3 minutes ago" or "in 5 hours" within a day of now, the date beyond it. */
export function formatRelative(at: string, now = Date.now()): string {
  const away = new Date(at).getTime() - now;
  const distance = Math.abs(away);
  if (distance < MINUTE_MS) return relative.format(Math.round(away / 1000), 'second');
  if (distance < HOUR_MS) return relative.format(Math.round(away / MINUTE_MS), 'minute');
  if (distance < DAY_MS) return relative.format(Math.round(away / HOUR_MS), 'hour');
  return formatDay(at);
}

/** Whole days from now, at least 0. */
export const daysUntil = (at: string, now = Date.now()) =>
  Math.max(0, Math.ceil((new Date(at).getTime() - now) / DAY_MS));

/** "21 h 14 min", "24 h", "14 min", "40 s". */
export function formatDuration(milliseconds: number): string {
  const minutes = Math.floor(milliseconds / MINUTE_MS);
  if (minutes < 1) return `${Math.max(0, Math.ceil(milliseconds / 1000))} s`;
  const hours = Math.floor(minutes / 60);
  if (hours < 1) return `${minutes} min`;
  return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
}

/** Writes times by UTC, as quotas and counts go. */
export function formatterInUtc(options: Intl.DateTimeFormatOptions) {
  const { format } = new Intl.DateTimeFormat(undefined, { timeZone: 'UTC', ...options });
  return (at: string | number) => format(new Date(at));
}

/** "30 Nov": days are those of UTC. */
export const formatUtcDay = formatterInUtc({ day: 'numeric', month: 'short' });
