import { randomBytes } from 'node:crypto';

const TICKET_BYTES = 32;
const LIFE_MS = 60_000;
/** A browser uses its ticket within seconds; the oldest of more is dropped. */
const MAX_TICKETS = 16;

interface Ticket {
  readonly subject: string;
  readonly endsAt: number;
}

/**
 * Tickets of users that the service has let in already. The page of the issuer takes one in place
 * of an e-mail address, a single time and within a minute.
 */
export function createSignInTickets(now: () => number = Date.now) {
  const tickets = new Map<string, Ticket>();
  return {
    /** A new ticket, for `login_hint` of an authorization request. */
    issue(subject: string): string {
      const [oldest] = tickets.keys();
      if (tickets.size >= MAX_TICKETS && oldest !== undefined) tickets.delete(oldest);
      const ticket = randomBytes(TICKET_BYTES).toString('base64url');
      tickets.set(ticket, { subject, endsAt: now() + LIFE_MS });
      return ticket;
    },
    /** The subject of a ticket, which is used up; undefined for any other text. */
    take(text: string): string | undefined {
      const found = tickets.get(text);
      tickets.delete(text);
      return found && found.endsAt > now() ? found.subject : undefined;
    },
  };
}

/** See createSignInTickets. */
export type SignInTickets = ReturnType<typeof createSignInTickets>;
