import { resolve } from 'node:path';
import { createDiskReserve } from '../../adapters/folder/disk/reserve.ts';
import { createSqliteOwners } from '../../adapters/sqlite/members/owners.ts';
import { openSqliteSignInStore } from '../../adapters/sqlite/sign-in/sign-in-store.ts';
import { CommandError } from '../../cli/command-error.ts';
import type { Identity } from '../../core/accounts/account.ts';
import { recogniseIdentity } from '../../core/use-cases/access/authenticate-user.ts';
import { signInPath } from '../../local/data-folder/data-paths.ts';
import { openRecords } from '../../local/data-folder/open-records.ts';
import { LOCAL_ISSUER } from '../../local/identity-provider/issuer-profile.ts';
import { readEmail, signInUser } from '../../local/identity-provider/users.ts';
import { dataDirOf, refuseStack } from '../data-dir.ts';
import { audited } from '../session/audited.ts';
import { openAdminFolder } from '../session/open-admin-folder.ts';
import type { ProgramCall } from '../session/program-action.ts';

/** As the audit trail names it. */
const ACTION = 'hand-over-project';

function identityOf(dataDir: string, email: string): Identity {
  const store = openSqliteSignInStore(signInPath(dataDir), createDiskReserve(dataDir));
  try {
    return { issuer: LOCAL_ISSUER, subject: signInUser(store, email).subject };
  } finally {
    store.close();
  }
}

async function makeOwner(dataDir: string, email: string): Promise<string> {
  const services = openAdminFolder(dataDir);
  const db = openRecords(dataDir);
  try {
    const own = await services.projects.listProjects(services.accountId);
    const project = own.find(({ isDefault }) => isDefault);
    const accessTokens = { identify: async () => undefined };
    const identity = identityOf(dataDir, email);
    const account = await recogniseIdentity({ ...services, accessTokens }, identity);
    if (!project) {
      throw new CommandError('notFound', `${dataDir} has no project of its operator.`);
    }
    const { projectId } = project;
    const { accountId } = account;
    const sent = { projectId, accountId };
    await audited(services, { action: ACTION, accountId, projectId, sent }, async () => {
      const asked = { now: services.clock(), unless: undefined };
      const outcome = await createSqliteOwners(db).makeOwner(projectId, account, asked);
      if (outcome === 'made') return {};
      throw new CommandError('notFound', `The project ${projectId} is deleted.`);
    });
    return projectId;
  } finally {
    db.close();
    services.close();
  }
}

/** `admin hand-over`: makes the user of an e-mail address an owner of the local project. */
export async function handOver({ session, options, args }: ProgramCall): Promise<void> {
  refuseStack(options, 'In a stack an owner does it: npx imagewell members set-role');
  const email = readEmail(args[0] ?? '');
  if (!email) throw new CommandError('usage', `${args[0]} is not an e-mail address; use --help.`);
  const projectId = await makeOwner(resolve(dataDirOf(session, options)), email);
  const answer = { projectId, email, role: 'owner' };
  session.print(answer, () =>
    [
      `${email} is an owner of ${projectId}. The other members stay.`,
      'Sign in with this address on the machine of the service to open the project.',
    ].join('\n'),
  );
}
