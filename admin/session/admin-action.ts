import { CommandError } from '../../cli/command-error.ts';
import type { GlobalOptions } from '../../cli/service/find-service.ts';
import type { Session } from '../../cli/session.ts';
import { dataDirOf } from '../data-dir.ts';
import type { AdminServices } from './admin-services.ts';
import { programAction } from './program-action.ts';

/** The options of a command and of those above it. */
export interface AdminOptions extends GlobalOptions {
  readonly stack?: string;
  readonly yes?: boolean;
  readonly reason?: string;
  readonly perMinute?: number;
  readonly until?: Date;
  readonly cursor?: string;
  readonly limit?: number;
  readonly queue?: string;
  readonly all?: boolean;
  readonly plan?: string;
}

export interface AdminCall {
  readonly session: Session;
  readonly services: AdminServices;
  readonly options: AdminOptions;
  readonly args: readonly string[];
}

/** Loads only the requested one of the two: the AWS clients take a second. */
async function openServices(
  session: Session,
  { stack, data }: AdminOptions,
): Promise<AdminServices> {
  if (stack !== undefined && data !== undefined) {
    throw new CommandError('usage', 'Give either --stack or --data.');
  }
  if (stack === undefined) {
    const { openAdminFolder } = await import('./open-admin-folder.ts');
    return openAdminFolder(dataDirOf(session, { data }));
  }
  const { openAdminStack } = await import('./open-admin-stack.ts');
  const { readStack } = await import('../read-stack.ts');
  return openAdminStack(await readStack(stack), session.tell);
}

/** Runs a command over the services that its options name. */
export function adminAction(session: Session, run: (call: AdminCall) => Promise<void>) {
  return programAction<AdminOptions>(session, async () => async ({ options, args }) => {
    const services = await openServices(session, options);
    await run({ session, services, options, args }).finally(services.close);
  });
}
