/**
 * `npm run --silent admin -- COMMAND [--data DIR | --stack NAME] [--json]`: the operator's side: accounts and plans, suspended projects, pictures that are taken
 * down, dead letters (docs/operating.md). Credentials, region and endpoint of a stack come from where the AWS SDK looks for them.
 */
import { createAdminCommand } from './operator/admin/admin-command.ts';
import { ADMIN_EXITS, explainError } from './operator/admin/admin-error.ts';

const admin = createAdminCommand();
await admin.parseAsync().catch((error: unknown) => {
  const { outcome, detail } = explainError(error);
  process.exitCode = ADMIN_EXITS[outcome];
  if (outcome === 'done') return; // help was asked for, and printed
  console.error(detail);
});
