import { formatBytes, formatNumber, formatterInUtc, formatUtcDay } from './format.ts';

type Kind = 'images' | 'transformations' | 'bandwidthBytes';

const formatWeekday = formatterInUtc({ weekday: 'short', day: 'numeric', month: 'short' });
const formatFullDay = formatterInUtc({ dateStyle: 'medium' });
const formatMonth = formatterInUtc({ month: 'long', year: 'numeric' });

/** An amount of a kind: "63" or "710 MB". */
export const formatAmount = (kind: Kind | 'requests', value: number) =>
  kind === 'bandwidthBytes' ? formatBytes(value) : formatNumber(Math.round(value));

/** Each kind of usage; the first is shown where none is chosen. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  images: 'Images',
  transformations: 'Transformations',
  bandwidthBytes: 'Bandwidth',
};

/** The verb of each kind: images are saved, renditions made, bytes sent. */
export const KIND_DEEDS: Readonly<Record<Kind, string>> = {
  images: 'saved',
  transformations: 'made',
  bandwidthBytes: 'sent',
};

/** The effects of a used-up quota, and the way out. */
export const FULL_TEXTS: Readonly<Record<Kind, (starts: string) => string>> = {
  images: () => 'Saved images are served as before. Delete an image to save another one.',
  transformations: (starts) =>
    `Images and stored renditions are served as before. New renditions are made again from ${starts}.`,
  bandwidthBytes: () => 'Images are served as before.',
};

/** Texts of the usage page. */
export const USAGE_TEXTS = {
  sub: (month: string, starts: string) => `${formatMonth(month)}. Counts start again on ${starts}.`,
  starts: (resetsAt: string) => `${formatUtcDay(resetsAt)}, 00:00 UTC`,
  shared: 'The limits apply to all projects of the account.',
  failed: 'The usage didn’t load.',
  download: 'Download CSV',
  of: (limit: string) => `of ${limit}`,
  noLimit: 'no limit',
  estimate: (state: string) => (state === '' ? 'Estimate' : `${state}, estimate`),
  enough: 'Enough',
  full: 'Full',
  percent: (share: number) => `${Math.floor(100 * share)} %`,
  allUsed: (name: string, limit: string) => `${name}: ${limit} of ${limit} used`,
  refused: (starts: string) => `Images are refused until ${starts}`,
  byMonthEnd: (amount: string, resetsAt: string) =>
    `About ${amount} by ${formatUtcDay(Date.parse(resetsAt) - 1)}`,
  isEnough: (share: number) => (share < 0.9 ? ': enough' : ': close'),
  fullOn: (at: number) => `At this rate, full around ${formatFullDay(at)}`,
  noForecast: 'No forecast yet',
  byDay: (name: string) => `${name} by day`,
  lastDays: (kind: Kind) => `the last 31 days, UTC${kind === 'bandwidthBytes' ? ', estimate' : ''}`,
  show: 'Show',
  day: 'Day',
  today: 'Today',
  dayOf: (day: string) => formatWeekday(day),
  most: (amount: string, day: string) => `A bar a day. Most: ${amount} on ${formatUtcDay(day)}.`,
  thisMonth: (day: string) => `${formatMonth(day)}: `,
  before: (day: string) => `Before, from ${formatUtcDay(day)}: `,
  asTable: 'Show as a table',
  empty: 'No usage in the last 31 days',
  emptyAbout: 'Images, renditions and sent bytes appear here.',
  toImages: 'To the images',
  top: 'Images that used the most',
  topAbout: 'this month, an estimate',
  topEmpty: 'Nothing is counted yet: the logs of the CDN arrive minutes late.',
  image: 'Image',
  requests: 'Requests',
  sent: 'Sent',
  share: (all: number) => `Share of ${formatBytes(all)}`,
} as const;

/** The numbers of an image; the first is shown where none is chosen. */
export const NUMBER_NAMES = {
  requests: USAGE_TEXTS.requests,
  bandwidthBytes: KIND_NAMES.bandwidthBytes,
} as const;
