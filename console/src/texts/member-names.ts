import type { ListMembersResult } from 'imagewell-client';
import { sessionEmail } from '../state/session/session.ts';
import { SHELL_TEXTS } from './shell-texts.ts';

export type Member = ListMembersResult['members'][number];

/** The address of a member; where it isn't known or not to be seen, the end of the account's ID. */
export const nameOfMember = ({ email, accountId, isYou }: Member) =>
  email ?? (isYou ? sessionEmail.value : undefined) ?? SHELL_TEXTS.unnamedMember(accountId);

/** The name of each member, by account. */
export const namesOfMembers = (members: readonly Member[]): ReadonlyMap<string, string> =>
  new Map(members.map((member) => [member.accountId, nameOfMember(member)]));
