import { CLI_CLIENT } from '../../core/accounts/cli-client.ts';

/** The parameter by which the console names the invitation that a sign-in leads back to. */
export const INVITATION_PARAMETER = 'invitation';

/** The name of the project of an open invitation, by its ID. */
export type ReadInvitedProject = (invitationId: string) => Promise<string | undefined>;

type Parameters = Readonly<Record<string, unknown>>;

/** Where an invitation leads back to, in words; undefined: the sign-in is for no open one. */
export async function findInvitationPlace(
  parameters: Parameters,
  readInvitedProject: ReadInvitedProject,
): Promise<string | undefined> {
  const invitationId = parameters[INVITATION_PARAMETER];
  const name = typeof invitationId === 'string' && (await readInvitedProject(invitationId));
  return name ? `at the invitation to ${name}` : undefined;
}

/** Where a user is after the sign-in, in words. */
export async function findReturnPlace(
  parameters: Parameters,
  readInvitedProject: ReadInvitedProject,
): Promise<string> {
  if (parameters.client_id === CLI_CLIENT.clientId) return 'in the terminal';
  return (await findInvitationPlace(parameters, readInvitedProject)) ?? 'at Images';
}
