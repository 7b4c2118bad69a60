import { readFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { CommandError } from '../../cli/command-error.ts';
import { wholeNumber } from '../../cli/commands/option-values.ts';
import { readAddressRows } from '../../cli/import/address-rows.ts';
import type { Session } from '../../cli/session.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { type Route, routePathOf, routeTargetOf } from '../../core/images/old-path.ts';
import { type AdminCall, adminAction } from '../session/admin-action.ts';
import { audited } from '../session/audited.ts';
import { findProject } from './find-project.ts';

const usage = (message: string, hint?: string) => new CommandError('usage', message, hint);

function readPath(address: string): string {
  const path = routePathOf(address);
  if (path !== undefined) return path;
  const most = LIMITS.maxRoutePathBytes;
  throw usage(`${address} is no old address: it needs a path of at most ${most} bytes.`);
}

function readRoute(before: string, after: string): Route {
  const target = routeTargetOf(after);
  if (target === undefined) throw usage(`${after} is no URL of a saved image.`);
  return { path: readPath(before), target };
}

async function readRoutes(file: string): Promise<Route[]> {
  const text = await readFile(file, 'utf8').catch((error: Error) => {
    throw usage(`${file} cannot be read: ${error.message}`);
  });
  const rows = readAddressRows(text);
  if (!rows) throw usage(`The header of ${file} lacks the columns old and new.`);
  return rows.map(([before, after], at) => {
    try {
      return readRoute(before, after);
    } catch (error) {
      throw usage(`${file}: row ${at + 2}: ${(error as Error).message}`);
    }
  });
}

const ROUTE_COLUMNS = {
  old: ({ path }: Route) => path,
  new: ({ target }: Route) => target,
};

/** Changes routes as the operator, and purges the redirects of the project from the CDN. */
async function change(
  call: AdminCall,
  action: 'add-routes' | 'remove-routes',
  count: number,
  run: (projectId: string) => Promise<void>,
): Promise<void> {
  const { session, services } = call;
  const { projectId, accountId } = await findProject(call);
  const sent = { projectId, routes: String(count) };
  await audited(services, { action, accountId, projectId, sent }, async () => {
    await run(projectId);
    await services.edge.purgeProject(projectId);
    return {};
  });
  const done = action === 'add-routes' ? 'added' : 'removed';
  session.print({ projectId, [done]: count }, () => `${count} routes of ${projectId} ${done}.`);
}

function put(call: AdminCall, routes: readonly Route[]): Promise<void> {
  const most = LIMITS.maxRoutes;
  return change(call, 'add-routes', routes.length, async (projectId) => {
    const isRoom = await call.services.routes.putRoutes(projectId, routes, most);
    if (!isRoom) throw usage(`A project has at most ${most} routes; nothing was added.`);
  });
}

function add(call: AdminCall): Promise<void> {
  const [, before = '', after = ''] = call.args;
  return put(call, [readRoute(before, after)]);
}

async function importRoutes(call: AdminCall): Promise<void> {
  await put(call, await readRoutes(call.args[1] ?? ''));
}

async function list(call: AdminCall): Promise<void> {
  const { session, services, options } = call;
  const { limit = LIMITS.maxListedRoutes, cursor = null } = options;
  const { projectId } = await findProject(call);
  const { routes, next } = await services.routes.listRoutes(projectId, limit, cursor);
  session.printList(routes, ROUTE_COLUMNS, 'The project has no routes.');
  if (next !== null) session.tell(`More routes: --cursor '${next}'`);
}

function remove(call: AdminCall): Promise<void> {
  const paths = call.args.slice(1).map(readPath);
  return change(call, 'remove-routes', paths.length, (projectId) =>
    call.services.routes.removeRoutes(projectId, paths),
  );
}

/** `admin routes …`. */
export function addRouteCommands(admin: Command, session: Session): void {
  const routes = admin.command('routes').description('redirect old addresses to their images');
  routes
    .command('import')
    .description('add the routes of a CSV file; those with the same old address are replaced')
    .argument('<project>', 'ID of the project')
    .argument('<file>', 'CSV file with the columns old and new, of translate --csv')
    .action(adminAction(session, importRoutes));
  routes
    .command('add')
    .description('add one route, or replace it')
    .argument('<project>', 'ID of the project')
    .argument('<old>', 'old address, of which the path and the query count')
    .argument('<new>', 'URL of a saved image')
    .action(adminAction(session, add));
  routes
    .command('list')
    .description('list the routes of a project by their old paths')
    .argument('<project>', 'ID of the project')
    .option('--cursor <cursor>', 'the cursor of the previous page')
    .option('--limit <number>', 'maximum number of entries', wholeNumber(1, LIMITS.maxListedRoutes))
    .action(adminAction(session, list));
  routes
    .command('remove')
    .description('remove routes of a project')
    .argument('<project>', 'ID of the project')
    .argument('<old...>', 'old addresses')
    .action(adminAction(session, remove));
}
