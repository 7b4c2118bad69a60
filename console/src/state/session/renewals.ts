import { signal } from '@preact/signals';

/** How often a session that had ended began again: reads that were refused are repeated. */
export const renewals = signal(0);
