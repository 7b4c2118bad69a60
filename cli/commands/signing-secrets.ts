import type { ListSigningSecretsResult } from '../../client/src/generated/calls.ts';
import { confirmed } from '../output/ask.ts';
import type { Columns } from '../output/table.ts';
import type { Session } from '../session.ts';
import type { AddCommands } from './add-commands.ts';

const COLUMNS: Columns<ListSigningSecretsResult['secrets'][number]> = {
  id: ({ secretId }) => secretId,
  'ends in': ({ lastFour }) => lastFour,
  created: ({ createdAt }) => createdAt,
};

async function create(session: Session): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const result = await calls.createSigningSecret({ projectId });
  session.print(result, () => result.secret);
  if (!session.options().json) session.tell(`Keep it: ${result.secretId} is not shown again.`);
}

async function revoke(session: Session, secretId: string, isYes?: boolean): Promise<void> {
  const { calls, projectId } = await session.inProject();
  const question = `Revoke ${secretId}? URLs that it signed will be rejected.`;
  await confirmed(session.machine, question, isYes);
  const answer = await calls.revokeSigningSecret({ projectId, secretId });
  session.print(answer, () => `${secretId} is revoked.`);
}

/** `signing-secrets …`. */
export const addSigningSecretCommands: AddCommands = (program, session) => {
  const secrets = program
    .command('signing-secrets')
    .description('manage the secrets that sign image URLs of a project; see sign');
  secrets
    .command('list')
    .description('list the signing secrets, without the secrets themselves')
    .action(async () => {
      const { calls, projectId } = await session.inProject();
      const answer = await calls.listSigningSecrets({ projectId });
      session.printList(answer.secrets, COLUMNS, 'No signing secrets were found.');
    });
  secrets
    .command('create')
    .description('create a signing secret and print it; it is not shown again')
    .action(() => create(session));
  secrets
    .command('revoke')
    .description('revoke a signing secret and every URL that it signed')
    .argument('<secret>', 'ID of the signing secret')
    .option('--yes', 'do not ask for confirmation')
    .action((secretId: string, { yes }: { yes?: boolean }) => revoke(session, secretId, yes));
};
