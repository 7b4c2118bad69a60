import type { Usage } from 'imagewell-client';
import type { Wall } from '../state/quota-state.ts';
import { formatNumber, formatterInUtc, formatUtcDay } from './format.ts';
import { planOf } from './shell-texts.ts';

const formatLongDay = formatterInUtc({ day: 'numeric', month: 'long' });
const formatMonthName = formatterInUtc({ month: 'long' });

interface WallWords {
  readonly title: string;
  readonly about: string;
}

/** Each wall, with the usage at it and the plan that ends there. */
export const WALLS: Readonly<Record<Wall, (used: Usage, plan: string) => WallWords>> = {
  images: ({ images }, plan) => ({
    title: 'No more images can be saved.',
    about: `All ${formatNumber(images.limit ?? 0)} places of the ${planOf(plan)} are used. Saved images are still served.`,
  }),
  transformations: ({ transformations, month, resetsAt }) => ({
    title: `No new renditions until ${formatLongDay(resetsAt)}, 00:00 UTC.`,
    about: `All ${formatNumber(transformations.limit ?? 0)} transformations of ${formatMonthName(`${month}-01`)} are used. Stored renditions and originals are still served.`,
  }),
};

/** The next step at each wall, with and without the right to lift it. */
export const CURES: Readonly<Record<Wall, { readonly lift: string; readonly own: string }>> = {
  images: { lift: 'Delete some, or lift the limit.', own: 'Delete some. ' },
  transformations: { lift: '', own: '' },
};

/** The line of a second wall in the banner of the first. */
export const ALSO_FULL: Readonly<Record<Wall, (used: Usage) => string>> = {
  images: ({ images }) =>
    `No more images can be saved either: all ${formatNumber(images.limit ?? 0)} places are used.`,
  transformations: ({ resetsAt }) =>
    `No new renditions until ${formatLongDay(resetsAt)}, 00:00 UTC, either.`,
};

/** Texts of quotas that are used up, and of lifting them on one's own machine. */
export const QUOTA_TEXTS = {
  said: 'The service says:',
  askOperator: 'Ask the operator of this service for a larger plan.',
  askOwner: 'Ask an owner of the project.',
  askOwners: (names: readonly string[]) => `Ask ${names.join(' or ')} (Owner).`,
  lift: 'Lift the limits of this machine…',
  liftTitle: 'Lift the limits of this machine',
  liftAbout: (plan: string) =>
    `The ${planOf(plan)} is a trial of the service. On this machine you may lift its limits. Then only the disk limits you.`,
  liftNow: 'Lift the limits',
  liftFailed: 'The limits weren’t lifted.',
  liftSafe: 'Nothing is changed.',
  becomes: 'becomes',
  noLimit: 'no limit',
  images: 'Images',
  renditions: 'Renditions',
  aMonth: (count: number) => `${formatNumber(count)} a month`,
  disk: 'Disk',
  free: (bytes: string) => `${bytes} free`,
  holds:
    'It applies to all projects of your account until you end it under Usage. The audit trail records it.',
  lifted: 'The limits of this machine are lifted.',
  liftedAbout: 'This applies to all projects of your account until you end it.',
  end: 'End it…',
  endTitle: 'Put the limits back',
  endAbout:
    'The plan applies again from the next request on. Stored images stay and are served, even above its limits.',
  endNow: 'Put the limits back',
  endFailed: 'The limits weren’t put back.',
  noPlace: 'No place left',
  notStored: 'This rendition isn’t stored yet',
  originalAbove: 'The original is shown above. Viewing it costs nothing.',
  zeroLeft: (limit: number) => `0 of ${formatNumber(limit)} left`,
  startsAgain: (resetsAt: string) => `Starts again ${formatUtcDay(resetsAt)}`,
  fresh: (count: number, resetsAt: string) =>
    `${count} ${count === 1 ? 'is' : 'are'} new: not before ${formatUtcDay(resetsAt)}.`,
} as const;
