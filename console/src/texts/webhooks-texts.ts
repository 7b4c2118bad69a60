import type { Delivery, EventType, SendFault } from '../state/webhook.ts';

/** Texts of the webhooks. */
export const WEBHOOKS_TEXTS = {
  sub: (count: number, limit: number) =>
    `Each event is sent to your own URLs, signed. ${count} of ${limit} webhooks.`,
  full: 'Delete one to make another.',
  failed: 'The webhooks didn’t load.',
  off: 'Events are off in this service, so no webhook is called',
  empty: 'No webhook yet',
  emptyAbout: 'A webhook notifies your back end when an image is saved, changed or deleted.',
  table: 'Webhooks',
  url: 'URL',
  events: 'Events',
  state: 'State',
  all: 'all events',
  active: 'Active',
  paused: 'Paused',
  made: 'Made',
  twoSecrets: 'Two secrets sign, the old one until',
  create: 'New webhook',
  pauseThen: 'Pause…',
  of: (act: string, of: string) => `${act} (${of})`,
  editAbout: 'Each event is sent to the URL by POST. Answer 2xx within 5 seconds.',
  urlHint: 'https on port 443 and a public name. For development, use a tunnel.',
  urlBad: 'A webhook URL begins with https:// and contains no spaces.',
  choices: { all: 'All, including future types', some: 'Some' },
  noType: 'Choose at least one type.',
  make: 'Make webhook',
  notMade: 'The webhook wasn’t made.',
  notChanged: 'The webhook wasn’t changed.',
  notDeleted: 'The webhook wasn’t deleted.',
  notTested: 'The test wasn’t sent.',
  notResent: 'The delivery wasn’t sent again.',
  asBefore: 'It works as before.',
  secretTitle: 'Copy the secret of this webhook',
  secretAbout: 'This is the only time it is shown. Your receiver checks each delivery with it.',
  secret: 'secret',
  verifyAbout: 'Any library of Standard Webhooks checks the signature. In Node:',
  verify: 'verification',
  oldSigns: 'The old secret also signs for',
  overlaps: { '0': 'no time', '1': '1 h', '24': '24 h', '168': '7 days' },
  testing: 'Sending a test. The result arrives within seconds.',
  tested: (result: string) => `Your receiver accepted the test: ${result}`,
  notTaken: (result: string) => `Your receiver didn’t accept the test: ${result}`,
  deliveries: 'Deliveries',
  deliveriesFailed: 'The deliveries didn’t load.',
  none: 'No delivery yet',
  noneAbout: 'Each event makes a delivery, which is kept for 30 days.',
  noneOf: (state: string) => `No delivery is “${state}”.`,
  clear: 'Show all',
  newest: (count: number) => `The newest ${count} of each state.`,
  event: 'Event',
  result: 'Last response',
  attempts: 'Attempts',
  next: 'next',
  nothing: '–',
  payload: 'Payload',
  body: 'payload',
  resend: 'Resend',
  deliveryId: 'Delivery ID',
  inMs: (result: string, duration: string) => `${result} in ${duration} ms`,
} as const;

/** The way to turn events on: on this machine, and in the cloud. */
export const EVENTS_ON = {
  local: ['Start it with ', 'npx imagewell start --events', '.'],
  cloud: ['The operator turns them on by the setting ', 'events=on', '.'],
} as const;

/** Each act on a webhook. */
export const ACT_TEXTS = {
  test: 'Send test',
  enable: 'Enable',
  edit: 'Edit webhook',
  rotate: 'Rotate secret',
  delete: 'Delete webhook',
  pause: 'Pause webhook',
} as const;

/** The consequence of each act that is asked about. */
export const ACT_ABOUT = {
  pause: 'Nothing is sent until you enable it. Deliveries that wait now are dropped.',
  rotate: 'A new secret is made and shown once.',
  delete: 'Its deliveries and its secret are deleted too.',
} as const;

/** Each state of a delivery, and all of them. */
export const STATE_TEXTS: Readonly<Record<Delivery['state'] | 'all', string>> = {
  all: 'All',
  failed: 'Failed',
  pending: 'Pending',
  delivered: 'Delivered',
};

/** The occasion of each event. */
export const EVENT_TEXTS: Readonly<Record<EventType, string>> = {
  'temporary_image.uploaded': 'Uploaded, not yet saved',
  'image.saved': 'Saved',
  'image.pending_review': 'Waits for a decision',
  'image.approved': 'Approved',
  'image.rejected': 'Rejected',
  'image.metadata_updated': 'Metadata changed',
  'image.replaced': 'Bytes replaced',
  'image.restored': 'Restored',
  'image.deleted': 'Deleted',
  'quota.warning': '80 % of a quota used',
  'quota.exceeded': 'A quota used up',
};

/** The cause of each missing response, and its cure. */
export const SEND_FAULT_TEXTS: Readonly<Record<SendFault, string>> = {
  timed_out: 'It took longer than 5 seconds. Answer first, and process the event afterwards.',
  name_not_found: 'The host name isn’t in the DNS. Check the URL.',
  address_not_allowed: 'The name leads to an address that isn’t public. Use a tunnel.',
  connection_failed: 'No connection was made. Check port 443 and the certificate.',
  webhook_disabled: 'The webhook was paused. Enable it, and resend the delivery.',
  webhook_deleted: 'The webhook was deleted.',
};

/** The cure of a response; empty for 2xx. */
export function cureOfStatus(status: number): string {
  if (status < 300) return '';
  if (status < 400) return 'Redirects aren’t followed. Put the final URL into the webhook.';
  if (status === 410)
    return 'The receiver asked for no more events, so the webhook was paused. Enable it.';
  return 'Only 2xx counts as delivered. Check the log of your receiver.';
}
