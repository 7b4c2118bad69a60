import { CLI_CLIENT } from '../../core/accounts/cli-client.ts';

/** The parameter by which the console names the invitation that a sign-in leads back to. */
export const INVITATION_PARAMETER = 'invitation';

/** The name of the project of an open invitation, by its ID. */
export type ReadInvitedProject = (invitationId: string) => Promise<string | undefined>;

type Parameters = Readonly<Record<string, unknown>>;

/** The step after a sign-in for an invitation; undefined: it is for no open one. */
export async function findInvitationStep(
  parameters: Parameters,
  readInvitedProject: ReadInvitedProject,
): Promise<string | undefined> {
  const invitationId = parameters[INVITATION_PARAMETER];
  const name = typeof invitationId === 'string' && (await readInvitedProject(invitationId));
  return name ? `You are back at the invitation to ${name}. You accept it there.` : undefined;
}

const NEW_ACCOUNT = 'A new account begins with an empty project; an owner can invite it to others.';

/** The step after a sign-in, in words. */
export async function findNextStep(
  parameters: Parameters,
  readInvitedProject: ReadInvitedProject,
): Promise<string> {
  const isCommand = parameters.client_id === CLI_CLIENT.clientId;
  if (isCommand) return `You are back in the terminal. ${NEW_ACCOUNT}`;
  const step = await findInvitationStep(parameters, readInvitedProject);
  return step ?? `You are back at Images. ${NEW_ACCOUNT}`;
}
