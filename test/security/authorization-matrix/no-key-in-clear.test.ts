import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Endpoint } from '../../../core/api/endpoint.ts';
import { PROBLEMS } from '../../../core/foundation/problems.ts';
import type { Services } from '../../../core/ports/services.ts';
import { bodyOf, referencesOf } from './bodies.ts';
import { type Answer, CALLS, runCall, type Shown } from './run-call.ts';
import { makeWorld, unknownKey, type World } from './world.ts';

/** The one file that holds keys in clear, for development. */
const CREDENTIALS_FILE = 'credentials.json';
const KEY = /\b(?:private|upl)_[A-Za-z0-9]{20,}/g;

/** Its secret part: neither its kind nor its last four characters. */
const secretPartOf = (key: string) => key.slice(key.indexOf('_') + 1, -4);

/** Every key that a call made, or that was sent to one. */
const canaries = new Set<string>();
/** All that was written to the output of the process. */
const output: string[] = [];
const refusals: string[] = [];
let world: World;

function noteOutput(): void {
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => {
      output.push(String(text));
      return true;
    });
  }
}

beforeAll(async () => {
  world = await makeWorld();
  const { own, foreign } = world;
  const made = [own, foreign].flatMap(({ apiKey, uploadKey }) => [apiKey, uploadKey]);
  const { revokedApiKey, revokedUploadKey, expiredApiKey, expiredUploadKey } = world;
  const ended = [revokedApiKey, revokedUploadKey, expiredApiKey, expiredUploadKey];
  const neverGiven = [unknownKey('private_'), unknownKey('upl_')];
  for (const key of [...made, ...ended, ...neverGiven, ...Object.values(world.keysWithout)])
    canaries.add(key);
});
afterAll(() => world.test.remove());

async function call(endpoint: Endpoint, shown: Shown, body: object | Buffer, services?: Services) {
  const answer = await runCall(services ?? world.test.services, endpoint, shown, body);
  const text = JSON.stringify(answer);
  if (answer.status === 200) for (const [key] of text.matchAll(KEY)) canaries.add(key);
  else refusals.push(text);
  return answer;
}

/** Every key in each place where a call takes one, and as an access token. */
function waysToShow(): Shown[] {
  return [...canaries].flatMap((key) => [
    { apiKey: key },
    { uploadKey: key },
    // a forged token: of any other the issuer of these tests makes a user
    { uploadKey: key, apiKey: key, token: `wrong ${key}` },
  ]);
}

const ownBody = (endpoint: Endpoint) => {
  const own = referencesOf(endpoint).map(({ field }) => [field, 'own'] as const);
  return bodyOf(world, endpoint, Object.fromEntries(own));
};

/** The call's own body with a key in place of each thing that it names. */
function bodiesThatNameKeys(endpoint: Endpoint, key: string): object[] {
  const body = ownBody(endpoint);
  if (Buffer.isBuffer(body)) return [];
  return referencesOf(endpoint).map(({ field }) => ({ ...body, [field]: key }));
}

/** The same services, where the look-up of keys fails with words of the database. */
function withoutKeys(): Services {
  const { services } = world.test;
  const fails = async () => {
    throw new Error('the disk is gone');
  };
  return { ...services, keys: { ...services.keys, findApiKey: fails, findUploadKey: fails } };
}

/** Every file of the data folder but the credentials, its log and index among them. */
function storedFiles(): [string, Buffer][] {
  const { dataDir } = world.test;
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== CREDENTIALS_FILE)
    .map(({ parentPath, name }) => [name, readFileSync(join(parentPath, name))]);
}

/** Where keys of the run stand, of these texts. */
function placesOf(texts: readonly (readonly [string, string | Buffer])[]): string[] {
  const secrets = [...canaries].map(secretPartOf);
  return texts
    .filter(([, text]) => secrets.some((secret) => text.includes(secret)))
    .map(([name]) => name);
}

describe('after every call with every key, right and wrong, in each place', () => {
  it('no log, table, output or error holds a key (security.no-key-in-clear)', async () => {
    noteOutput();
    onTestFinished(() => void vi.restoreAllMocks());
    const answers: Answer[] = [];
    const shownKeys = waysToShow();
    const { apiKey, uploadKey, owner } = world.own;
    const right = { apiKey, uploadKey, token: owner };
    for (const endpoint of CALLS) {
      for (const shown of shownKeys) await call(endpoint, shown, ownBody(endpoint));
      for (const body of bodiesThatNameKeys(endpoint, apiKey)) {
        // by a user too: the key is in the body alone then
        for (const shown of [right, { token: owner }]) await call(endpoint, shown, body);
      }
      answers.push(await call(endpoint, right, ownBody(endpoint), withoutKeys()));
    }
    vi.restoreAllMocks();
    const faults = answers.filter(({ status }) => status === PROBLEMS.internal_error.status);
    expect(faults.length).toBeGreaterThan(5);
    expect(canaries.size).toBeGreaterThan(15);
    const files = storedFiles();
    expect(files.length).toBeGreaterThan(2);
    const { logged } = world.test;
    expect(logged.length).toBeGreaterThan(CALLS.length * shownKeys.length);
    const inLog = logged.map((line) => [line, line] as const);
    expect(placesOf(inLog)).toEqual([]);
    expect(placesOf(files)).toEqual([]);
    expect(placesOf(output.map((text) => [text, text] as const))).toEqual([]);
    expect(placesOf(refusals.map((text) => [text, text] as const))).toEqual([]);
  });

  it('the check itself finds a key that was written somewhere (security.no-key-in-clear)', async () => {
    const { apiKey, owner, projectId } = world.own;
    const rename = CALLS.find(({ name }) => name === 'update-project') as Endpoint;
    const { status } = await call(rename, { token: owner }, { projectId, name: apiKey });
    expect(status).toBe(200);
    expect(placesOf(storedFiles())).not.toEqual([]);
  });
});
