import { Argument, type Command, Option } from 'commander';
import type {
  InviteMemberRequest,
  ListInvitationsAnswer,
  ListMembersAnswer,
  RemoveMemberAnswer,
} from '../../client/src/generated/calls.ts';
import { CommandError } from '../command-error.ts';
import { confirmed } from '../output/ask.ts';
import { type Columns, table } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';

type Role = InviteMemberRequest['role'];

const ROLES: readonly Role[] = ['viewer', 'editor', 'admin', 'owner'];
const MEMBER = 'their account id, or the e-mail address that they were invited by';
const MEMBER_COLUMNS: Columns<ListMembersAnswer['members'][number]> = {
  account: ({ accountId }) => accountId,
  role: ({ role }) => role,
  email: ({ email }) => email,
  since: ({ joinedAt }) => joinedAt,
  you: ({ isYou }) => (isYou ? 'you' : null),
};
const INVITATION_COLUMNS: Columns<ListInvitationsAnswer['invitations'][number]> = {
  id: ({ invitationId }) => invitationId,
  email: ({ email }) => email,
  role: ({ role }) => role,
  'invited by': ({ invitedBy }) => invitedBy,
  'works until': ({ expiresAt }) => expiresAt,
};
const KEY_COLUMNS: Columns<NonNullable<RemoveMemberAnswer['keys']>[number]> = {
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
  const hint = 'The members are: imagewell members list';
  if (!found) throw new CommandError('notFound', `No member was invited as ${named}.`, hint);
  return { calls, projectId, accountId: found.accountId };
}

async function invite(session: Session, email: string, role: Role): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const answer = await calls.inviteMember({ projectId, email, role });
  session.print(answer, () => answer.invitation);
  if (session.options().json) return;
  session.tell(`Give it to ${email}, who signs in and takes it up until ${answer.expiresAt}:`);
  session.tell(`  imagewell members accept ${answer.invitation}`);
}

interface RemoveOptions {
  readonly yes?: boolean;
  readonly revokeKeys?: boolean;
}

function tellOfKeys({ keys }: RemoveMemberAnswer, { revokeKeys }: RemoveOptions): string {
  if (!keys || keys.length === 0) return '';
  const what = revokeKeys
    ? 'Revoked are these keys, which they made:'
    : 'They made these keys, which still work; end them with `imagewell keys revoke ID`, or all with --revoke-keys:';
  return ` ${what}\n${table(keys, KEY_COLUMNS, '')}`;
}

async function remove(session: Session, named: string, options: RemoveOptions): Promise<void> {
  const { calls, ...member } = await findMember(session, named);
  const { revokeKeys = false } = options;
  const question = `Take ${named} out of the project${revokeKeys ? ' and revoke their keys' : ''}?`;
  await confirmed(session.machine, question, options.yes);
  const answer = await calls.removeMember({ ...member, revokeKeys });
  session.print(answer, () => `${named} is no member any more.${tellOfKeys(answer, options)}`);
}

async function transfer(session: Session, named: string, isYes?: boolean): Promise<void> {
  const { calls, projectId, accountId } = await findMember(session, named);
  const question = `Hand the project over to ${named}? It goes onto the plan of their account.`;
  await confirmed(session.machine, question, isYes);
  const answer = await calls.transferOwnership({ projectId, accountId });
  session.print(
    answer,
    () => `The project is ${named}’s, who is its ${answer.role}. You are an admin of it.`,
  );
}

function addInviting(members: Command, session: Session): void {
  members
    .command('invite')
    .description('invite somebody; the code is shown this once, and no mail is sent')
    .argument('<email>', 'the address that they sign in with')
    .addOption(new Option('--role <role>', 'what they become').choices(ROLES).makeOptionMandatory())
    .action((email: string, { role }: { role: Role }) => invite(session, email, role));
  members
    .command('invitations')
    .description('list the invitations that are open')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listInvitations({ projectId });
      const human = () => table(answer.invitations, INVITATION_COLUMNS, 'No invitation is open.');
      session.print(answer, human);
    });
  members
    .command('revoke-invitation')
    .description('end an invitation that is open')
    .argument('<invitation>', 'its id')
    .action(async (invitationId: string) => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.revokeInvitation({ projectId, invitationId });
      session.print(answer, () => `${invitationId} is revoked.`);
    });
  members
    .command('accept')
    .description('take up an invitation')
    .argument('<code>', 'what invite printed')
    .action(async (invitation: string) => {
      const project = await (await session.people()).acceptInvitation({ invitation });
      const { name, role, projectId } = project;
      session.print(project, () => `You are ${role} of ${name} (${projectId}).`);
    });
}

function addChanging(members: Command, session: Session): void {
  members
    .command('set-role')
    .description('change what somebody may')
    .argument('<member>', MEMBER)
    .addArgument(new Argument('<role>', 'what they become').choices(ROLES))
    .action(async (named: string, role: Role) => {
      const { calls, ...member } = await findMember(session, named);
      const answer = await calls.updateMember({ ...member, role });
      session.print(answer, () => `${named} is ${answer.role}.`);
    });
  members
    .command('remove')
    .description('take somebody out of a project, or leave it')
    .argument('<member>', MEMBER)
    .option('--revoke-keys', 'revoke the keys that they made')
    .option('--yes', 'without asking')
    .action((named: string, options: RemoveOptions) => remove(session, named, options));
  members
    .command('transfer')
    .description('hand a project over to another member and their plan')
    .argument('<member>', MEMBER)
    .option('--yes', 'without asking')
    .action((named: string, { yes }: { yes?: boolean }) => transfer(session, named, yes));
}

/** `members …`. */
export const addMemberCommands: AddCommands = (program, session) => {
  const members = program.command('members').description('who belongs to a project');
  members
    .command('list')
    .description('list them, each with their role')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listMembers({ projectId });
      session.print(answer, () => table(answer.members, MEMBER_COLUMNS, 'There are no members.'));
    });
  addInviting(members, session);
  addChanging(members, session);
};
