import { signal } from '@preact/signals';
import { readRefusal } from './read-refusal.ts';
import { readAccessToken } from './session/session.ts';

const TAKE_OVER_PATH = '/console/take-over';

/** The service's answer: whether its own project can be taken over from here, and which it is. */
export interface TakeOverOffer {
  readonly offer: 'one-click' | 'after-sign-in' | 'none';
  readonly project?: {
    readonly name: string;
    readonly plan: {
      readonly name: string;
      readonly maxImages: number | null;
      readonly maxTransformationsPerMonth: number | null;
    };
  };
}

const NONE: TakeOverOffer = { offer: 'none' };
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** The offer of the service; undefined while it is asked. */
export const takeOverOffer = signal<TakeOverOffer | undefined>(undefined);

async function readOffer(): Promise<TakeOverOffer> {
  if (!LOOPBACK.test(location.hostname)) return NONE;
  const headers = { Accept: 'application/json' };
  const response = await fetch(TAKE_OVER_PATH, { headers, cache: 'no-store' });
  return response.ok ? response.json() : NONE;
}

let reading: Promise<void> | undefined;

/** Asks for the offer again, unless it is being asked; a service elsewhere has none. */
export function loadTakeOverOffer(): Promise<void> {
  reading ??= readOffer()
    .catch(() => NONE)
    .then((offer) => {
      takeOverOffer.value = offer;
      reading = undefined;
    });
  return reading;
}

let isAhead = false;

/** Asks for the offer before the card is drawn that will show it. */
export function loadOfferAhead(): void {
  isAhead = true;
  void loadTakeOverOffer();
}

/** Asks for the offer of a card that is drawn now: it may have changed, as by another browser. */
export function loadOfferOfCard(): void {
  if (!isAhead) void loadTakeOverOffer();
  isAhead = false;
}

/** Runs an action of a local service's console; throws an ImagewellError. */
export async function act<Answer>(path: string): Promise<Answer> {
  const token = await readAccessToken();
  const headers = token === undefined ? undefined : { Authorization: `Bearer ${token}` };
  const response = await fetch(path, { method: 'POST', ...(headers && { headers }) });
  if (response.ok) return (await response.json()) as Answer;
  throw await readRefusal(response);
}

/** A project that was taken over; with a ticket for a browser that isn't signed in. */
export interface TakenOver {
  readonly projectId: string;
  readonly ticket?: string;
}

/**
 * Makes the signed-in user an owner of the local project; without a sign-in, the owner of this
 * machine. Throws an ImagewellError.
 */
export const takeOverProject = () => act<TakenOver>(TAKE_OVER_PATH);

/** Puts sample images into the local project; throws an ImagewellError. */
export const addSampleImages = () => act<object>('/console/sample');
