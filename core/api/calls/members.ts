import * as z from 'zod/mini';
import { KEY_KINDS } from '../../projects/credentials.ts';
import { called, type Endpoint } from '../endpoint.ts';
import { projectIdField, textField } from '../fields.ts';
import { emailField, invitationIdField, memberIdField, roleField } from '../member-fields.ts';
import { flagField } from '../webhook-fields.ts';
import { EXAMPLE_PROJECT, EXAMPLE_PROJECT_ID } from './examples.ts';
import { EXAMPLE_KEY, keySchema } from './keys.ts';
import { PROJECT_REQUEST } from './project-request.ts';
import { projectSchema } from './projects.ts';
import { roleSchema } from './role-schema.ts';

/**
 * A member as the API describes them. `email` is the address of their invitation, for admins,
 * owners and themselves. It is null for others, and for the project's creator.
 */
export const memberSchema = z.object({
  accountId: z.string(),
  role: roleSchema,
  email: z.nullable(z.string()),
  joinedAt: z.string(),
  isYou: z.boolean(),
});

/** A member in the API. */
export type DescribedMember = z.infer<typeof memberSchema>;

/** An open invitation as the API describes it; only invite-member answers its code. */
export const invitationSchema = z.object({
  invitationId: z.string(),
  email: z.string(),
  role: roleSchema,
  invitedBy: z.string(),
  invitedAt: z.string(),
  expiresAt: z.string(),
});

/** An invitation in the API. */
export type DescribedInvitation = z.infer<typeof invitationSchema>;

export const EXAMPLE_ACCOUNT_ID = `acc_${'b'.repeat(26)}`;

export const EXAMPLE_INVITATION_CODE = `inv_${'a'.repeat(30)}4Ht5L0`;

export const EXAMPLE_MEMBER = {
  accountId: EXAMPLE_ACCOUNT_ID,
  role: 'editor',
  email: 'ben@example.com',
  joinedAt: '2026-11-22T09:00:00.000Z',
  isYou: false,
} as const;

export const EXAMPLE_INVITATION = {
  invitationId: `ivt_${'a'.repeat(26)}`,
  email: 'ben@example.com',
  role: 'editor',
  invitedBy: `acc_${'a'.repeat(26)}`,
  invitedAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-11-28T09:00:00.000Z',
} as const;

const invitationField = () => z.optional(textField(100, 'The code that invite-member returned.'));

const acceptInvitation = {
  ...called('accept-invitation'),
  summary: 'Accept an invitation',
  description:
    'Makes you a member of the project and returns the project with your role. The token issuer must confirm that the invited address is yours and verified. ' +
    'The comparison ignores the case of ASCII letters. An unknown, expired, revoked or used code gets the same error. Accepting again within seven days is safe: it answers the project with your present role. Admins and owners of the project can then see that address in your membership.',
  credential: { kind: 'accessToken', role: null },
  functionName: 'account-and-team-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      invitation: invitationField(),
    }),
    exactlyOne: [['invitation']],
    example: { invitation: EXAMPLE_INVITATION_CODE },
  },
  response: projectSchema,
  responseExample: { ...EXAMPLE_PROJECT, role: 'editor' },
  problems: ['invitation_not_found', 'invitation_not_yours', 'already_member', 'project_suspended'],
} as const satisfies Endpoint;

const getInvitation = {
  ...called('get-invitation'),
  summary: 'Show an invitation',
  description:
    'Shows the project, the role and the inviter of an open invitation, before a sign-in. It accepts nothing, and needs no credential but the code. ' +
    'An unknown, expired, revoked or used code gets the same error. For some days after an invitation expired, the error also has `endedAt` and `inviterName`. ' +
    'The name is null where the token issuer of the inviter named none.',
  credential: { kind: 'invitation' },
  functionName: 'account-and-team-calls',
  request: {
    kind: 'json',
    schema: z.strictObject({ invitation: invitationField() }),
    exactlyOne: [['invitation']],
    example: { invitation: EXAMPLE_INVITATION_CODE },
  },
  response: z.object({
    invitationId: z.string(),
    projectId: z.string(),
    projectName: z.string(),
    role: roleSchema,
    inviterName: z.nullable(z.string()),
    inviterRole: roleSchema,
    expiresAt: z.string(),
  }),
  responseExample: {
    invitationId: EXAMPLE_INVITATION.invitationId,
    projectId: EXAMPLE_PROJECT.projectId,
    projectName: EXAMPLE_PROJECT.name,
    role: EXAMPLE_INVITATION.role,
    inviterName: 'Ada Okafor',
    inviterRole: 'owner',
    expiresAt: EXAMPLE_INVITATION.expiresAt,
  },
  problems: ['invitation_not_found'],
} as const satisfies Endpoint;

const inviteMember = {
  ...called('invite-member'),
  summary: 'Invite a user to a project',
  description:
    'Invites a user by e-mail address, for a role that is not above yours. The response is the only place that shows the code. Pass it on yourself: the service sends no e-mail. ' +
    'The code works once within seven days, while you may still grant the role. The token issuer must confirm that the invited address is verified and belongs to the user. ' +
    'Whoever has the code is shown your name, or your verified address if the token issuer knows no name. ' +
    'A project has at most 100 open invitations.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      email: z.optional(
        emailField(
          'E-mail address of the invited user. It is stored until the invitation is revoked or expires, and after acceptance as the name of the member.',
        ),
      ),
      role: z.optional(roleField('New role of the member.')),
    }),
    exactlyOne: [['projectId'], ['email'], ['role']],
    example: { projectId: EXAMPLE_PROJECT_ID, email: 'ben@example.com', role: 'editor' },
  },
  response: z.extend(invitationSchema, { invitation: z.string() }),
  responseExample: { ...EXAMPLE_INVITATION, invitation: EXAMPLE_INVITATION_CODE },
  problems: ['too_many_invitations'],
} as const satisfies Endpoint;

const listInvitations = {
  ...called('list-invitations'),
  summary: 'List the open invitations of a project',
  description:
    'Lists open invitations, oldest first. Accepted, revoked and expired invitations are not listed. An invitation is also omitted when its sender may no longer grant the role. Codes are never shown again.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  request: PROJECT_REQUEST,
  response: z.object({ invitations: z.array(invitationSchema) }),
  responseExample: { invitations: [EXAMPLE_INVITATION] },
  problems: [],
} as const satisfies Endpoint;

const listMembers = {
  ...called('list-members'),
  summary: 'List the members of a project',
  description:
    'Lists members, oldest membership first. `email` is the address of the invitation; admins, owners and the member see it. It is null for everybody else, and for the creator of the project. `isYou` marks your own membership.',
  credential: { kind: 'accessToken', role: 'viewer' },
  functionName: 'account-and-team-calls',
  request: PROJECT_REQUEST,
  response: z.object({ members: z.array(memberSchema) }),
  responseExample: { members: [EXAMPLE_MEMBER] },
  problems: [],
} as const satisfies Endpoint;

const madeKey = z.object({ kind: z.enum(KEY_KINDS), ...keySchema.shape });

/** A key of either kind, as remove-member lists it. */
export type MadeKeyOfMember = z.infer<typeof madeKey>;

const removeMember = {
  ...called('remove-member'),
  summary: 'Remove a member from a project, or leave it',
  description:
    'Removes a member whose role is not above yours. With your own `accountId` you leave the project, whatever your role. The removal takes effect on the next request of the member. ' +
    'The account whose plan the project uses stays an owner until it transfers ownership. `keys` are the active keys that the member created, or null if you may not list keys. ' +
    'They keep working unless `revokeKeys` is true. With `revokeKeys` the call can be repeated, even for a former member.',
  credential: { kind: 'accessToken', role: 'admin', ownRole: 'viewer' },
  functionName: 'account-and-team-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      accountId: z.optional(memberIdField()),
      revokeKeys: z.optional(
        flagField('Whether to revoke the keys that the member created; for admins and owners.'),
      ),
    }),
    exactlyOne: [['projectId'], ['accountId']],
    example: { projectId: EXAMPLE_PROJECT_ID, accountId: EXAMPLE_ACCOUNT_ID },
  },
  response: z.object({ message: z.literal('member_removed'), keys: z.nullable(z.array(madeKey)) }),
  responseExample: { message: 'member_removed', keys: [{ kind: 'api', ...EXAMPLE_KEY }] },
  problems: ['member_not_found', 'last_owner'],
} as const satisfies Endpoint;

const revokeInvitation = {
  ...called('revoke-invitation'),
  summary: 'Revoke an invitation',
  description: 'Its code stops working immediately.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      invitationId: z.optional(invitationIdField()),
    }),
    exactlyOne: [['projectId'], ['invitationId']],
    example: { projectId: EXAMPLE_PROJECT_ID, invitationId: EXAMPLE_INVITATION.invitationId },
  },
  response: z.object({ message: z.literal('invitation_revoked') }),
  responseExample: { message: 'invitation_revoked' },
  problems: ['invitation_not_found'],
} as const satisfies Endpoint;

const transferOwnership = {
  ...called('transfer-ownership'),
  summary: 'Transfer a project to another member',
  description:
    'The project moves to the plan of the new owner, which must have room for its saved images and one more project. ' +
    'The receiver becomes an owner, and the previous account an admin. Transformations and bandwidth that are already counted stay with the previous account. The response is the new owner.',
  credential: { kind: 'accessToken', role: 'owner' },
  functionName: 'account-and-team-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      accountId: z.optional(memberIdField()),
    }),
    exactlyOne: [['projectId'], ['accountId']],
    example: { projectId: EXAMPLE_PROJECT_ID, accountId: EXAMPLE_ACCOUNT_ID },
  },
  response: memberSchema,
  responseExample: { ...EXAMPLE_MEMBER, role: 'owner' },
  problems: ['member_not_found', 'receiver_quota_exceeded'],
} as const satisfies Endpoint;

const updateMember = {
  ...called('update-member'),
  summary: 'Change the role of a member',
  description:
    'Neither the old nor the new role may be above yours: only owners can grant or change the role owner. ' +
    'The account whose plan the project uses stays an owner until it transfers ownership.',
  credential: { kind: 'accessToken', role: 'admin' },
  functionName: 'account-and-team-calls',
  isAudited: true,
  request: {
    kind: 'json',
    schema: z.strictObject({
      projectId: z.optional(projectIdField()),
      accountId: z.optional(memberIdField()),
      role: z.optional(roleField('New role of the member.')),
    }),
    exactlyOne: [['projectId'], ['accountId'], ['role']],
    example: { projectId: EXAMPLE_PROJECT_ID, accountId: EXAMPLE_ACCOUNT_ID, role: 'editor' },
  },
  response: memberSchema,
  responseExample: EXAMPLE_MEMBER,
  problems: ['member_not_found', 'last_owner'],
} as const satisfies Endpoint;

/** In the order of the documents; a row that is left out here is an unused constant. */
export const memberCalls = {
  acceptInvitation,
  getInvitation,
  inviteMember,
  listInvitations,
  listMembers,
  removeMember,
  revokeInvitation,
  transferOwnership,
  updateMember,
} as const satisfies Record<string, Endpoint>;
