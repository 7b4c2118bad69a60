import { LIMITS } from '../../foundation/limits.ts';
import { cutText } from '../../foundation/reported-text.ts';
import type { UserFacts } from '../../ports/members/user-info.ts';
import type { Services } from '../../ports/services.ts';
import type { User } from '../access/authenticate-user.ts';

/** A name could hide or turn other words of a page with these. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\s]+/gu;

/** The name that an invitation shows: the user's own, else their verified address. */
export function inviterNameOf({ name = '', email, emailVerified }: UserFacts): string | undefined {
  const shown = name.replaceAll(UNSEEN, ' ').trim();
  if (shown !== '') return cutText(shown, LIMITS.maxInviterNameLength);
  return emailVerified ? cutText(email, LIMITS.maxInviterNameLength) : undefined;
}

/** Asks the issuer for it. Where it isn't known the invitation is made without a name. */
export async function findInviterName(
  { userInfo, log }: Pick<Services, 'userInfo' | 'log'>,
  { accessToken, account }: User,
): Promise<string | undefined> {
  try {
    const facts = await userInfo.of(accessToken);
    return facts && inviterNameOf(facts);
  } catch (error) {
    const { accountId } = account;
    log.info('inviter invited without a name', { accountId, error: error as Error });
    return undefined;
  }
}
