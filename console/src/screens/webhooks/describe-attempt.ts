import type { Delivery } from '../../state/webhook.ts';
import { formatNumber } from '../../texts/format.ts';
import { cureOfStatus, SEND_FAULT_TEXTS, WEBHOOKS_TEXTS } from '../../texts/webhooks-texts.ts';

type Attempt = Delivery['attempts'][number];

/** "500 in 120 ms". */
export const describeAttempt = ({ status, fault, durationMs }: Attempt) =>
  WEBHOOKS_TEXTS.inMs(String(status ?? fault), formatNumber(durationMs));

/** The cure of an attempt; empty where it was taken. */
export const cureOf = ({ status, fault }: Attempt) =>
  fault === null ? cureOfStatus(status ?? 0) : SEND_FAULT_TEXTS[fault];
