import { Argument, type Command, Option } from 'commander';
import type {
  InviteMemberRequest,
  ListInvitationsResult,
  ListMembersResult,
  RemoveMemberResult,
} from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { confirmed } from '../output/ask.ts';
import { type Columns, table } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';

type Role = InviteMemberRequest['role'];

const IS_ROLE: Readonly<Record<Role, true>> = {
  viewer: true,
  editor: true,
  admin: true,
  owner: true,
};
const ROLES = Object.keys(IS_ROLE);
const MEMBER = 'account ID of the member, or the e-mail address of the invitation';
const MEMBER_COLUMNS: Columns<ListMembersResult['members'][number]> = {
  account: ({ accountId }) => accountId,
  role: ({ role }) => role,
  email: ({ email }) => email,
  since: ({ joinedAt }) => joinedAt,
  you: ({ isYou }) => (isYou ? 'you' : null),
};
const INVITATION_COLUMNS: Columns<ListInvitationsResult['invitations'][number]> = {
  id: ({ invitationId }) => invitationId,
  email: ({ email }) => email,
  role: ({ role }) => role,
  'invited by': ({ invitedBy }) => invitedBy,
  expires: ({ expiresAt }) => expiresAt,
};
const KEY_COLUMNS: Columns<NonNullable<RemoveMemberResult['keys']>[number]> = {
  id: ({ keyId }) => keyId,
  kind: ({ kind }) => kind,
  name: ({ name }) => name,
  'last used': ({ lastUsedAt }) => lastUsedAt,
  expires: ({ expiresAt }) => expiresAt,
};

async function findMember(session: Session, named: string) {
  const { calls, projectId } = await session.inProject();
  if (named.startsWith('acc_')) return { calls, projectId, accountId: named };
  const { members } = await calls.listMembers({ projectId });
  const found = members.find(({ email }) => email?.toLowerCase() === named.toLowerCase());
  const hint = 'List the members: npx imagewell members list';
  if (!found)
    throw new CommandError('notFound', `No member was invited with the address ${named}.`, hint);
  return { calls, projectId, accountId: found.accountId };
}

async function invite(session: Session, email: string, role: Role): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const answer = await calls.inviteMember({ projectId, email, role });
  session.print(answer, () => answer.invitation);
  if (session.options().json) return;
  session.tell(
    `Send it to ${email}, who signs in and accepts the invitation by ${answer.expiresAt}:`,
  );
  session.tell(`  npx imagewell members accept ${answer.invitation}`);
}

interface RemoveOptions {
  readonly yes?: boolean;
  readonly revokeKeys?: boolean;
}

function tellOfKeys({ keys }: RemoveMemberResult, { revokeKeys }: RemoveOptions): string {
  if (!keys || keys.length === 0) return '';
  const what = revokeKeys
    ? 'These keys that the member created are revoked:'
    : 'These keys that the member created still work; revoke them with `npx imagewell keys revoke ID` or --revoke-keys:';
  return ` ${what}\n${table(keys, KEY_COLUMNS, '')}`;
}

async function remove(session: Session, named: string, options: RemoveOptions): Promise<void> {
  const { calls, ...member } = await findMember(session, named);
  const { revokeKeys = false } = options;
  const question = `Remove ${named} from the project${revokeKeys ? ' and revoke their keys' : ''}?`;
  await confirmed(session.machine, question, options.yes);
  const answer = await calls.removeMember({ ...member, revokeKeys });
  session.print(
    answer,
    () => `${named} is removed from the project.${tellOfKeys(answer, options)}`,
  );
}

async function transfer(session: Session, named: string, isYes?: boolean): Promise<void> {
  const { calls, projectId, accountId } = await findMember(session, named);
  const question = `Transfer the project to ${named}? It moves to the plan of their account.`;
  await confirmed(session.machine, question, isYes);
  const answer = await calls.transferOwnership({ projectId, accountId });
  session.print(
    answer,
    () =>
      `The project is transferred to ${named}, who has the role ${answer.role}. You are an admin of it.`,
  );
}

function addInviting(members: Command, session: Session): void {
  members
    .command('invite')
    .description('invite a user and print the code; it is not shown again, and no e-mail is sent')
    .argument('<email>', 'e-mail address with which the user signs in')
    .addOption(
      new Option('--role <role>', 'role of the member').choices(ROLES).makeOptionMandatory(),
    )
    .action((email: string, { role }: { role: Role }) => invite(session, email, role));
  members
    .command('invitations')
    .description('list open invitations')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listInvitations({ projectId });
      const none = 'No open invitations were found.';
      session.printList(answer.invitations, INVITATION_COLUMNS, none);
    });
  members
    .command('revoke-invitation')
    .description('revoke an open invitation')
    .argument('<invitation>', 'ID of the invitation')
    .action(async (invitationId: string) => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.revokeInvitation({ projectId, invitationId });
      session.print(answer, () => `${invitationId} is revoked.`);
    });
  members
    .command('accept')
    .description('accept an invitation')
    .argument('<code>', 'the code that invite printed')
    .action(async (invitation: string) => {
      const project = await (await session.userCalls()).acceptInvitation({ invitation });
      const { name, role, projectId } = project;
      session.print(project, () => `You are ${role} of ${name} (${projectId}).`);
    });
}

function addChanging(members: Command, session: Session): void {
  members
    .command('set-role')
    .description('change the role of a member')
    .argument('<member>', MEMBER)
    .addArgument(new Argument('<role>', 'role of the member').choices(ROLES))
    .action(async (named: string, role: Role) => {
      const { calls, ...member } = await findMember(session, named);
      const answer = await calls.updateMember({ ...member, role });
      session.print(answer, () => `${named} is ${answer.role}.`);
    });
  members
    .command('remove')
    .description('remove a member from a project, or leave it')
    .argument('<member>', MEMBER)
    .option('--revoke-keys', 'revoke the keys that the member created')
    .option('--yes', 'do not ask for confirmation')
    .action((named: string, options: RemoveOptions) => remove(session, named, options));
  members
    .command('transfer')
    .description('transfer a project to another member and their plan')
    .argument('<member>', MEMBER)
    .option('--yes', 'do not ask for confirmation')
    .action((named: string, { yes }: { yes?: boolean }) => transfer(session, named, yes));
}

/** `members …`. */
export const addMemberCommands: AddCommands = (program, session) => {
  const members = program.command('members').description('manage the members of a project');
  members
    .command('list')
    .description('list members with their roles')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listMembers({ projectId });
      session.printList(answer.members, MEMBER_COLUMNS, 'No members were found.');
    });
  addInviting(members, session);
  addChanging(members, session);
};
