import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEnough, ROLES, type Role } from '../../../core/accounts/roles.ts';
import { type Endpoint, roleOf } from '../../../core/api/endpoint.ts';
import { PROBLEMS, type ProblemCode } from '../../../core/foundation/problems.ts';
import { SCOPES, type Scope } from '../../../core/projects/credentials.ts';
import { bodyOf, referencesOf } from './bodies.ts';
import { type Answer, CALLS, type Shown } from './run-call.ts';
import {
  copyWorld,
  type Kind,
  makeWorld,
  referenceOf,
  STATES,
  type State,
  unknownKey,
  type World,
} from './world.ts';

/** The answer if a thing isn't there for the caller. */
const NOT_FOUND: Readonly<Record<Kind, ProblemCode>> = {
  project: 'project_not_found',
  image: 'image_not_found',
  temporary: 'temporary_image_not_found',
  replacement: 'temporary_image_not_found',
  settledImage: 'image_not_found',
  versionedImage: 'image_not_found',
  version: 'version_not_found',
  endedImage: 'image_not_found',
  endedVersion: 'version_not_found',
  privateImage: 'image_not_found',
  apiKey: 'key_not_found',
  uploadKey: 'key_not_found',
  secret: 'signing_secret_not_found',
  member: 'member_not_found',
  invitation: 'invitation_not_found',
  webhook: 'webhook_not_found',
  delivery: 'delivery_not_found',
};
/**
 * Calls that answer for a deleted thing otherwise than for an unknown one: the deleter may repeat
 * them.
 */
const OF_DELETED: Readonly<Record<string, Expected>> = {
  'delete-image image': 'ok',
  'get-deletion-status image': 'ok',
  'revoke-api-key apiKey': 'ok',
  'revoke-upload-key uploadKey': 'ok',
  'rotate-api-key apiKey': 'key_not_rotatable',
  'rotate-upload-key uploadKey': 'key_not_rotatable',
};

/**
 * Calls that tell what became of each image that they name: no image refuses them
 * (delete-images.test.ts).
 */
const TELLING_OF_EACH = new Set(['delete-images']);

type Expected = ProblemCode | 'ok';
interface Credential {
  readonly name: string;
  readonly shown: (world: World) => Shown;
  /** Undefined: it opens the call, and the reference decides. */
  readonly refusal?: ProblemCode;
  /** It opens the call for another tenant. */
  readonly isForeign?: boolean;
}

const keyRefusals = (kind: 'apiKey' | 'uploadKey'): Credential[] => {
  const [code, prefix] =
    kind === 'apiKey'
      ? (['invalid_api_key', 'private_'] as const)
      : (['invalid_upload_key', 'upl_'] as const);
  const showing = (name: string, key: (world: World) => string): Credential => ({
    name,
    refusal: code,
    shown: (world) => ({ [kind]: key(world) }),
  });
  const isApi = kind === 'apiKey';
  return [
    { name: 'nothing', shown: () => ({}), refusal: isApi ? 'missing_api_key' : code },
    showing('a malformed key', (world) => `${world.own[kind].slice(0, -1)}!`),
    showing('a key with a typing error', () => `${prefix}${'x'.repeat(36)}`),
    showing('a key that was never given out', () => unknownKey(prefix)),
    showing('a revoked key', (world) => (isApi ? world.revokedApiKey : world.revokedUploadKey)),
    showing('an ended key', (world) => (isApi ? world.expiredApiKey : world.expiredUploadKey)),
    showing('a key of the other kind', ({ own }) => (isApi ? own.uploadKey : own.apiKey)),
  ];
};

/** The body has the secret; whatever else is shown decides nothing. */
const NO_CREDENTIAL: readonly Credential[] = [
  { name: 'nothing', shown: () => ({}) },
  { name: 'a token that is forged or ended', shown: () => ({ token: 'wrong' }) },
];

const withoutScope = (scope: Scope): Credential => ({
  name: 'a key without the scope',
  refusal: 'insufficient_scope',
  shown: ({ keysWithout }) => ({ apiKey: keysWithout[scope] }),
});

function personCredentials(endpoint: Endpoint): Credential[] {
  const requested = roleOf(endpoint);
  if (requested === undefined) return [];
  const refused: Credential[] = [
    {
      name: 'a token that is forged or ended',
      refusal: 'invalid_access_token',
      shown: () => ({ token: 'wrong' }),
    },
  ];
  if (endpoint.credential.kind === 'accessToken') {
    refused.unshift({ name: 'no token', shown: () => ({}), refusal: 'missing_access_token' });
  }
  if (requested === null) return refused;
  const asMember = (role: Role): Credential => ({
    name: `the token of a member: ${role}`,
    shown: ({ members }) => ({ token: members[role] }),
    ...(isEnough(role, requested) ? {} : { refusal: 'insufficient_role' }),
  });
  return [
    ...refused,
    ...ROLES.map(asMember),
    {
      name: "another tenant's token",
      isForeign: true,
      shown: ({ foreign }) => ({ token: foreign.owner }),
    },
  ];
}

function credentialsOf(endpoint: Endpoint): readonly Credential[] {
  const { credential } = endpoint;
  if (credential.kind === 'accessToken') return personCredentials(endpoint);
  if (credential.kind === 'invitation') return NO_CREDENTIAL;
  const { kind } = credential;
  const scope = kind === 'apiKey' ? credential.scope : undefined;
  return [
    ...keyRefusals(kind),
    ...(scope ? [withoutScope(scope)] : []),
    { name: 'the right key', shown: ({ own }) => ({ [kind]: own[kind] }) },
    {
      name: "another project's key",
      isForeign: true,
      shown: ({ foreign }) => ({ [kind]: foreign[kind] }),
    },
    ...personCredentials(endpoint),
  ];
}

interface Cell {
  readonly credential: Credential;
  /** By field, of every reference. */
  readonly states: Readonly<Record<string, State>>;
  readonly expected: Expected;
}

/** The answer of a permitted call, by the first of its references that isn't the caller's own. */
function expectedOf(endpoint: Endpoint, states: Cell['states'], isForeign: boolean): Expected {
  const references = referencesOf(endpoint)
    .filter(({ field }) => field in states)
    .filter(({ kind }) => kind !== 'image' || !TELLING_OF_EACH.has(endpoint.name));
  const [first] = references;
  if (isForeign && first) return NOT_FOUND[first.kind];
  for (const { field, kind } of references) {
    const state = states[field];
    if (state === undefined || state === 'own') continue;
    if (state === 'deleted') return OF_DELETED[`${endpoint.name} ${kind}`] ?? NOT_FOUND[kind];
    return NOT_FOUND[kind];
  }
  return 'ok';
}

/** Everything its own, then each reference in each other state. */
function statesOf(endpoint: Endpoint, isPerson: boolean): Cell['states'][] {
  const fields = referencesOf(endpoint)
    .map(({ field }) => field)
    // a key says its project itself
    .filter((field) => isPerson || field !== 'projectId');
  const own = Object.fromEntries(fields.map((field) => [field, 'own' as State]));
  const others = fields.flatMap((field) =>
    STATES.filter((state) => state !== 'own').map((state) => ({ ...own, [field]: state })),
  );
  return [own, ...others];
}

function isPersonal(world: World, credential: Credential): boolean {
  return credential.shown(world).token !== undefined;
}

const withoutId = ({ status, json: { requestId: _, ...rest } }: Answer) => ({ status, ...rest });

/** All refusals are asked here. */
let world: World;
/** No call is made here: right calls alter copies of it. */
let untouched: World;
beforeAll(async () => {
  untouched = await makeWorld();
  world = await copyWorld(untouched);
});
afterAll(() => Promise.all([world.test.remove(), untouched.test.remove()]));

async function answerTo(
  of: World,
  endpoint: Endpoint,
  { credential, states }: Omit<Cell, 'expected'>,
) {
  const { projectId } = states;
  const isNamed = endpoint.request.kind === 'bytes' && projectId !== undefined;
  const named = isNamed ? { projectId: referenceOf(of, 'project', projectId) } : {};
  const shown = { ...credential.shown(of), ...named };
  return of.run(endpoint.name, shown, bodyOf(of, endpoint, states));
}

function cellsOf(endpoint: Endpoint, credential: Credential): Cell[] {
  const { refusal, isForeign = false } = credential;
  return (
    statesOf(endpoint, isPersonal(world, credential))
      // foreign, as the other tenant sees it, is its own
      .filter((states) => !(isForeign && Object.values(states).includes('foreign')))
      .map((states) => ({
        credential,
        states,
        expected: refusal ?? expectedOf(endpoint, states, isForeign),
      }))
  );
}

describe.each(CALLS.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (_, endpoint) => {
  const credentials = credentialsOf(endpoint);

  it.each(
    credentials
      .filter(({ refusal }) => refusal)
      .map((credential) => [credential.name, credential] as const),
  )(
    'refuses %s in one way, whatever it names (security.foreign-as-unknown, errors.unauthorized, errors.forbidden)',
    async (_, credential) => {
      const answers = [];
      for (const cell of cellsOf(endpoint, credential)) {
        const answer = await answerTo(world, endpoint, cell);
        const code = credential.refusal as ProblemCode;
        // a role counts in a project of one's own; to a stranger the project is unknown
        const isStranger =
          code === 'insufficient_role' && (cell.states.projectId ?? 'own') !== 'own';
        if (isStranger) expect(answer.json.code).toBe('project_not_found');
        else answers.push(answer);
        if (!isStranger)
          expect([answer.status, answer.json.code]).toEqual([PROBLEMS[code].status, code]);
      }
      for (const answer of answers)
        expect(withoutId(answer)).toEqual(withoutId(answers[0] as Answer));
    },
  );

  it.each(
    credentials
      .filter(({ refusal }) => !refusal)
      .map((credential) => [credential.name, credential] as const),
  )(
    'answers %s by the project: foreign and unknown alike but for requestId (security.foreign-as-unknown)',
    async (_, credential) => {
      const byField = new Map<string, Answer[]>();
      for (const cell of cellsOf(endpoint, credential).filter(
        ({ expected }) => expected !== 'ok',
      )) {
        const answer = await answerTo(world, endpoint, cell);
        const told = JSON.stringify(cell.states);
        const code = cell.expected as ProblemCode;
        expect([told, answer.status, answer.json.code]).toEqual([
          told,
          PROBLEMS[code].status,
          code,
        ]);
        for (const [field, state] of Object.entries(cell.states)) {
          if (state !== 'foreign' && state !== 'unknown') continue;
          byField.set(field, [...(byField.get(field) ?? []), answer]);
        }
      }
      for (const answers of byField.values()) {
        for (const answer of answers)
          expect(withoutId(answer)).toEqual(withoutId(answers[0] as Answer));
      }
    },
  );

  it('answers every credential that is right, on its own things (security.foreign-as-unknown)', async () => {
    for (const credential of credentials.filter(
      ({ refusal, isForeign }) => !refusal && !isForeign,
    )) {
      const own = await copyWorld(untouched);
      for (const cell of cellsOf(endpoint, credential).filter(
        ({ expected }) => expected === 'ok',
      )) {
        const answer = await answerTo(own, endpoint, cell);
        expect([credential.name, cell.states, answer.status, answer.json]).toMatchObject([
          credential.name,
          cell.states,
          200,
          {},
        ]);
      }
      await own.test.remove();
    }
  });
});

describe('the tenant', () => {
  it('has everything that it had, after every call that was refused (security.foreign-as-unknown)', async () => {
    const { own, foreign } = world;
    for (const { apiKey, things } of [own, foreign]) {
      const { json } = await world.run('list-images', { apiKey }, {});
      const ids: string[] = json.images.map(({ imageId }: { imageId: string }) => imageId);
      const { image, settledImage, privateImage, versionedImage, endedImage } = things;
      expect(ids.sort()).toEqual(
        [image, settledImage, privateImage, versionedImage, endedImage].sort(),
      );
    }
    for (const { owner, projectId, projectName, things } of [own, foreign]) {
      const told = (name: string) => world.run(name, { token: owner }, { projectId });
      expect((await told('get-project')).json).toMatchObject({ name: projectName, role: 'owner' });
      const { json } = await told('list-api-keys');
      const key = json.keys.find(({ keyId }: { keyId: string }) => keyId === things.apiKey);
      expect(key).toMatchObject({ revokedAt: null });
      const { json: members } = await told('list-members');
      expect(JSON.stringify(members)).toContain(things.member);
    }
  });

  it('is called with every existing scope', () => {
    const requested = CALLS.flatMap(({ credential }) =>
      credential.kind === 'apiKey' ? [credential.scope] : [],
    );
    expect([...new Set(requested)].sort()).toEqual([...SCOPES].sort());
  });
});
