import { LIMITS } from '../../foundation/limits.ts';
import { type Authorized, markAuthorized } from './authorized.ts';
import type { ClientAddress } from './client-address.ts';
import { limitRate, networkOf } from './limit-rate.ts';

/** A caller without a credential: nothing is known but the network of the call. */
export interface Visitor extends Authorized {
  readonly network: string;
}

/** Counts a call without a credential by its network; throws rate_limited. */
export async function admitVisitor(
  services: Parameters<typeof limitRate>[0],
  address: ClientAddress,
): Promise<Visitor> {
  const network = networkOf(address);
  const most = LIMITS.maxInvitationReadsPerMinute;
  const detail = `At most ${most} invitations per minute are shown to one IP address; wait before the next.`;
  await limitRate(services, { counter: `invitation/${network}`, most, detail });
  return markAuthorized({ network });
}
