import type { ListSigningSecretsAnswer } from '../../client/src/generated/calls.ts';
import { confirmed } from '../output/ask.ts';
import { type Columns, table } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';

const COLUMNS: Columns<ListSigningSecretsAnswer['secrets'][number]> = {
  id: ({ secretId }) => secretId,
  'ends in': ({ lastFour }) => lastFour,
  created: ({ createdAt }) => createdAt,
};

async function create(session: Session): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const made = await calls.createSigningSecret({ projectId });
  session.print(made, () => made.secret);
  if (!session.options().json) session.tell(`Keep it: ${made.secretId} is shown this once.`);
}

async function revoke(session: Session, secretId: string, isYes?: boolean): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const question = `Revoke ${secretId}? URLs that it signed are refused.`;
  await confirmed(session.machine, question, isYes);
  const answer = await calls.revokeSigningSecret({ projectId, secretId });
  session.print(answer, () => `${secretId} is revoked.`);
}

/** `signing-secrets …`. */
export const addSigningSecretCommands: AddCommands = (program, session) => {
  const secrets = program
    .command('signing-secrets')
    .description('what URLs of a project are signed with; see sign');
  secrets
    .command('list')
    .description('list them, never the secrets themselves')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listSigningSecrets({ projectId });
      session.print(answer, () => table(answer.secrets, COLUMNS, 'There are no signing secrets.'));
    });
  secrets
    .command('create')
    .description('make one; it is shown this once')
    .action(() => create(session));
  secrets
    .command('revoke')
    .description('end one, and every URL that it signed')
    .argument('<secret>', 'its id')
    .option('--yes', 'without asking')
    .action((secretId: string, { yes }: { yes?: boolean }) => revoke(session, secretId, yes));
};
