import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Endpoint } from '../../../../core/api/endpoint.ts';
import { StorageFaultError } from '../../../../core/foundation/storage-fault.ts';
import { bodyOf, referencesOf } from '../../../security/authorization-matrix/bodies.ts';
import { CALLS, runCall, type Shown } from '../../../security/authorization-matrix/run-call.ts';
import { makeWorld, STATES, type World } from '../../../security/authorization-matrix/world.ts';
import { type Strike, watchServices } from '../../../support/faults/strike-services.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import {
  differences,
  openSnapshots,
  type Snapshot,
  type Snapshots,
} from '../../../support/stores/snapshot-folder.ts';
import { LEFT_BY_ERRORS, REFUSALS, REFUSED_ELSEWHERE, REFUSED_IN_THE_END } from './refusals.ts';

/** Rows that a refused call writes too: its trail, its rate, the origin that was refused. */
const ALWAYS_WRITTEN = ['audit_events', 'rates', 'refused_origins'];

let world: World;
let snapshots: Snapshots;
beforeAll(async () => {
  world = await makeWorld();
  snapshots = openSnapshots(world.test.dataDir, ALWAYS_WRITTEN);
});
afterAll(async () => {
  snapshots.close();
  await world.test.remove();
});

/** Last, because they take away what others need. */
const LAST = [
  'remove-member',
  'empty-project',
  'delete-project',
  'restore-project',
  'transfer-ownership',
  'delete-account',
];
const REMOVING = /^(revoke|delete|remove)-/;

function rank({ name }: Endpoint): number {
  if (LAST.includes(name)) return 2 + LAST.indexOf(name);
  return REMOVING.test(name) ? 1 : 0;
}
const IN_ORDER = [...CALLS].sort((one, other) => rank(one) - rank(other));

function shownOf({ credential, name }: Endpoint): Shown {
  if (credential.kind === 'uploadKey') return { uploadKey: world.own.uploadKey };
  if (credential.kind === 'invitation') return {};
  if (credential.kind === 'apiKey') return { apiKey: world.own.apiKey };
  return { token: name === 'accept-invitation' ? 'zed' : world.own.owner };
}

/** The fields by which a call names something, besides the project of a key. */
function namingFields(endpoint: Endpoint): string[] {
  const isKey = endpoint.credential.kind !== 'accessToken';
  const fields = referencesOf(endpoint).map(({ field }) => field);
  return fields.filter((field) => !(isKey && field === 'projectId'));
}

async function uploaded(): Promise<{ temporaryImageUrl: string }> {
  const { uploadKey } = world.own;
  const { json } = await world.run('upload-temporary-image', { uploadKey }, IMAGE);
  return { temporaryImageUrl: json.temporaryImageUrl };
}

async function prepared(endpoint: Endpoint): Promise<object | Buffer> {
  last = undefined;
  const fields = namingFields(endpoint);
  const body = bodyOf(world, endpoint, Object.fromEntries(fields.map((field) => [field, 'own'])));
  if (endpoint.name === 'remove-member') {
    const { json } = await world.run('get-account', { token: world.members.viewer }, {});
    return { ...body, accountId: json.accountId };
  }
  if (endpoint.name === 'save-temporary-image') return { ...body, ...(await uploaded()) };
  if (endpoint.name === 'replace-image') {
    // the image of the world waits for a decision
    const { apiKey } = world.own;
    const { json } = await world.run('save-temporary-image', { apiKey }, await uploaded());
    return { ...body, imageId: json.imageId, ...(await uploaded()) };
  }
  if (endpoint.name !== 'accept-invitation') return body;
  await world.run('get-account', { token: 'zed' }, {}); // a first call makes the account
  const invited = { projectId: world.own.projectId, email: 'zed@example.com', role: 'viewer' };
  const { json } = await world.run('invite-member', { token: world.own.owner }, invited);
  return { invitation: json.invitation };
}

/** Bodies that a call refuses, whatever it does. */
function badBodies(endpoint: Endpoint, body: object | Buffer): (object | Buffer)[] {
  if (Buffer.isBuffer(body)) return [Buffer.from('no image'), Buffer.alloc(4_600_000)];
  const others = namingFields(endpoint).flatMap((field) =>
    STATES.filter((state) => state !== 'own').map((state) => ({
      ...body,
      ...bodyOf(world, endpoint, { [field]: state }),
    })),
  );
  const { request } = endpoint;
  const pairs = request.kind === 'json' ? request.exactlyOne : [];
  const both = pairs.map((names) => Object.fromEntries(names.map((name) => [name, 'x'])));
  return [{ ...body, unknownField: 1 }, ...both, ...others];
}

/** The folder after the last run; undefined where something else was done since. */
let last: Snapshot | undefined;
const IMAGE = await drawJpeg(16, 16);
const seen = new Map<string, Set<string>>();
/**
 * Refusals after a first write. A call that is sent again ends the work of an earlier one, and a
 * member may be removed while their call runs.
 */
const AFTER_A_WRITE =
  /^(signing_secret_not_found|project_not_found|insufficient_role|project_suspended)$/;
const READS = /\.(get|list|find|count|of|peek|identify)/;

interface Ran {
  readonly status: number;
  readonly struck: string | undefined;
}

/**
 * Runs a call, perhaps with one struck port call, and checks the rows and files that it leaves
 * behind.
 */
async function runOnce(endpoint: Endpoint, body: object | Buffer, strike?: Strike): Promise<Ran> {
  const { name } = endpoint;
  const before = last ?? snapshots.take();
  const { services } = world.test;
  // the bound of calls in a minute isn't met, unless it is struck
  const rates = { countUp: async () => 1 };
  const watched = watchServices({ ...services, rates, hasRateLimits: true }, strike);
  const { status, json } = await runCall(watched.services, endpoint, shownOf(endpoint), body);
  const open = watched.open();
  const struck = watched.struck();
  const about = `${name}, ${status} ${json.code}, at ${struck ?? 'no port'}`;
  last = snapshots.take();
  if (status >= 400) {
    seen.set(name, (seen.get(name) ?? new Set()).add(json.code));
    const left = differences(before, last);
    const may = status >= 500 || AFTER_A_WRITE.test(json.code) ? LEFT_BY_ERRORS[name] : undefined;
    // on a full disk no record exists: then no bytes may stay either
    const isLost = (line: string) => json.code === 'storage_full' && line.startsWith('+ file');
    const wrong = left.filter((line) => isLost(line) || !may?.test(line));
    expect(wrong, about).toEqual([]);
  }
  // a read that runs beside one that fails may be given up; a write may not
  const unfinished = status >= 500 ? open.filter((call) => !READS.test(call)) : open;
  expect(unfinished, about).toEqual([]);
  return { status, struck };
}

/** Runs a call again and again, each time with a new subject if the last one succeeded. */
async function createRepeater(endpoint: Endpoint) {
  let body = await prepared(endpoint);
  let hasSucceeded = false;
  const note = async (ran: Ran): Promise<Ran> => {
    if (ran.status === 200) {
      hasSucceeded = true;
      body = await prepared(endpoint);
    }
    return ran;
  };
  return {
    hasSucceeded: () => hasSucceeded,
    runBad: async () => {
      for (const bad of badBodies(endpoint, body)) await note(await runOnce(endpoint, bad));
    },
    run: async (strike: Strike) => note(await runOnce(endpoint, body, strike)),
  };
}

/** Strikes the port call of this number in each way; false if the call makes fewer. */
async function strikeEach(
  { run }: Awaited<ReturnType<typeof createRepeater>>,
  at: number,
): Promise<boolean> {
  const failed = () => new Error('a fault that was put there');
  const { struck } = await run({ at, when: 'before', error: failed });
  if (struck === undefined) return false;
  const full = () => new StorageFaultError('full');
  if (!READS.test(struck)) await run({ at, when: 'before', error: full });
  for (const answer of REFUSALS[struck] ?? []) await run({ at, when: 'instead', answer });
  return true;
}

describe.each(IN_ORDER.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s',
  (name, endpoint) => {
    it('leaves nothing where it refuses, and where any call of a port fails, and succeeds when it is sent again (errors.nothing-left)', async () => {
      const repeater = await createRepeater(endpoint);
      await repeater.runBad();
      for (let at = 0; await strikeEach(repeater, at); at += 1);
      expect(repeater.hasSucceeded() || REFUSED_IN_THE_END[name], name).toBeTruthy();
    });
  },
);

it('each refusal of a call was met here, or is listed with the test that has it', () => {
  const unmet = Object.fromEntries(
    CALLS.map(({ name, problems }) => [
      name,
      problems.filter((code) => !seen.get(name)?.has(code)),
    ]).filter(([, codes]) => codes?.length),
  );
  expect(unmet).toEqual(REFUSED_ELSEWHERE);
});
