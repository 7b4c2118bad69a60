import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../../../adapters/sqlite/database/open-database.ts';
import { createSqliteProjectMarks } from '../../../../adapters/sqlite/projects/project-marks.ts';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { LIMITS } from '../../../../core/foundation/limits.ts';
import { opensUploads } from '../../../../core/use-cases/access/opens-uploads.ts';
import { createHandler as createUploadKeyCalls } from '../../../../lambdas/api/upload-key-calls.ts';
import { createHandler as createUpload } from '../../../../lambdas/api/upload-temporary-image.ts';
import { databasePath } from '../../../../local/data-folder/data-paths.ts';
import { makeApiEvent } from '../../../support/http/api-event.ts';
import { makeUsers, type TestUsers } from '../../../support/http/call-as.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeContext } from '../../../support/stores/make-services.ts';

const IMAGE = await drawJpeg(24, 16);
const WISH = { contentType: 'image/jpeg', bytes: 9 };
let users: TestUsers;
let projectId: string;
const counted: string[] = [];
beforeEach(async () => {
  counted.length = 0;
  users = await makeUsers({ hasRateLimits: true });
  const { rates } = users.services;
  Object.assign(users.services, {
    rates: {
      countUp: (...args: Parameters<typeof rates.countUp>) => {
        counted.push(args[0]);
        return rates.countUp(...args);
      },
    },
  });
  projectId = await users.projectOf('ann');
});
afterEach(() => users.remove());

async function send(headers: Record<string, string>, sourceIp = '203.0.113.7') {
  const event = makeApiEvent(ENDPOINTS.uploadProjectImage, {
    headers: { 'content-type': 'image/jpeg', ...headers },
    body: IMAGE,
  });
  event.requestContext.identity.sourceIp = sourceIp;
  const answer = await createUpload(users.services)(event, makeContext());
  return { status: answer.statusCode, headers: answer.headers, json: JSON.parse(answer.body) };
}
async function askForForm(headers: Record<string, string>, body: object = {}) {
  const event = makeApiEvent(ENDPOINTS.createProjectUpload, {
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...WISH, ...body }),
  });
  const answer = await createUploadKeyCalls(users.services)(event, makeContext());
  return { status: answer.statusCode, json: JSON.parse(answer.body) };
}
const as = (name: string) => ({ authorization: `Bearer ${name}` });
const about = (id: string) => ({ 'x-project-id': id });
const withKey = () => ({ 'x-api-key': users.credentials.apiKey });
const codeOf = ({ status, json }: { status: number; json: { code?: string } }) => [
  status,
  json.code,
];
const temporaryOf = async (url: string) => {
  const id = /tmp_[a-z2-7]{26}/.exec(url)?.[0] as `tmp_${string}`;
  return users.services.images.getTemporaryImage(id);
};

describe('upload-project-image', () => {
  it('takes the bytes of an editor into the project that the header names, to be saved by them (calls.project-uploads)', async () => {
    await users.giveRole('edd', projectId, 'editor');
    const { status, headers, json } = await send({
      ...as('edd'),
      ...about(projectId),
      origin: 'https://evil.example',
      'x-original-filename': 'F%C3%BC%C3%9Fe.jpg',
    });
    expect([status, headers?.['Access-Control-Allow-Origin']]).toEqual([200, undefined]);
    const { temporaryImageUrl } = json;
    const kept = await temporaryOf(temporaryImageUrl);
    expect(kept).toMatchObject({ projectId, width: 24, originalFilename: 'Füße.jpg' });
    const saved = await users.call('edd', 'saveTemporaryImage', { projectId, temporaryImageUrl });
    expect(saved.status).toBe(200);
    const foreign = await users.projectOf('fay');
    const stolen = { projectId: foreign, temporaryImageUrl };
    expect(codeOf(await users.call('fay', 'saveTemporaryImage', stolen))).toEqual([
      404,
      'temporary_image_not_found',
    ]);
  });

  it('asks a user which project is meant, and refuses an id that is none (errors.all-faults)', async () => {
    const absent = await send(as('ann'));
    expect(codeOf(absent)).toEqual([400, 'validation_failed']);
    expect(absent.json.detail).toContain('X-Project-Id');
    for (const id of ['', 'prj_x', 'prj_../..', `${projectId},${projectId}`, '__proto__']) {
      expect(codeOf(await send({ ...as('ann'), ...about(id) })), id).toEqual([
        400,
        'validation_failed',
      ]);
    }
  });

  it('opens the own project of a key alone (security.foreign-as-unknown)', async () => {
    const own = users.credentials.projectId;
    for (const headers of [withKey(), { ...withKey(), ...about(own) }]) {
      const { status, json } = await send(headers);
      expect(status).toBe(200);
      expect((await temporaryOf(json.temporaryImageUrl))?.projectId).toBe(own);
    }
    const other = await send({ ...withKey(), ...about(projectId) });
    expect(codeOf(other)).toEqual([404, 'project_not_found']);
  });

  it('counts the uploads of a user in all projects and from all addresses, and those of a form with them (uploads.own-rate-limit)', async () => {
    const most = LIMITS.maxOwnUploadsPerMinute;
    for (let at = 1; at < most; at += 1) {
      const { status } = await askForForm(as('ann'), { projectId });
      expect(status).toBe(200);
    }
    expect((await send({ ...as('ann'), ...about(projectId) }, '198.51.100.1')).status).toBe(200);
    const refused = await send({ ...as('ann'), ...about(projectId) }, '198.51.100.2');
    expect(codeOf(refused)).toEqual([429, 'rate_limited']);
    expect(Number(refused.headers?.['Retry-After'])).toBeGreaterThan(0);
    expect(codeOf(await askForForm(as('ann'), { projectId }))).toEqual([429, 'rate_limited']);
    await users.giveRole('edd', projectId, 'editor');
    expect((await send({ ...as('edd'), ...about(projectId) })).status).toBe(200);
    users.setClock(users.services.clock() + 60_000);
    expect((await send({ ...as('ann'), ...about(projectId) })).status).toBe(200);
  });

  it('counts to the limit that the operator raised, until its end (operator.upload-limit)', async () => {
    const db = openDatabase(databasePath(users.dataDir));
    const limits = createSqliteProjectMarks(db);
    const until = users.services.clock() + 60_000;
    const most = LIMITS.maxOwnUploadsPerMinute;
    const codeAt = async (count: number) => {
      Object.assign(users.services, { rates: { countUp: async () => count } });
      const member = await send({ ...as('ann'), ...about(projectId) });
      const form = await askForForm(as('ann'), { projectId });
      return [member.json.code ?? member.status, form.json.code ?? form.status];
    };
    expect(await codeAt(most + 1)).toEqual(['rate_limited', 'rate_limited']);
    await limits.raiseUploads(projectId, { perMinute: most + 5, until, reason: 'An import' });
    expect(await codeAt(most + 5)).toEqual([200, 200]);
    expect(await codeAt(most + 6)).toEqual(['rate_limited', 'rate_limited']);
    users.setClock(until);
    expect(await codeAt(most + 1)).toEqual(['rate_limited', 'rate_limited']);
    expect(await codeAt(most)).toEqual([200, 200]);
    db.close();
  });

  it('costs no write for a caller who is refused for their role or their project (security.bounded-flood)', async () => {
    await users.giveRole('vic', projectId, 'viewer');
    expect(codeOf(await send({ ...as('vic'), ...about(projectId) }))).toEqual([
      403,
      'insufficient_role',
    ]);
    expect((await askForForm(as('stranger'), { projectId })).status).toBe(404);
    expect(counted).toEqual([]);
  });
});

describe('the gateway before the function', () => {
  it('holds large bodies of those alone who may upload (security.bounded-flood)', async () => {
    await users.giveRole('vic', projectId, 'viewer');
    await users.giveRole('edd', projectId, 'editor');
    const { uploadKey, apiKey } = users.credentials;
    const none = {
      uploadKey: undefined,
      apiKey: undefined,
      authorization: undefined,
      projectId: undefined,
    };
    const opens = (sent: object) => opensUploads(users.services, { ...none, ...sent });
    const user = (name: string) => ({ authorization: `Bearer ${name}`, projectId });
    for (const sent of [{ uploadKey }, { apiKey }, user('ann'), user('edd')]) {
      expect(await opens(sent), JSON.stringify(sent)).toBe(true);
    }
    const refused = [
      {},
      { uploadKey: apiKey },
      { apiKey: uploadKey },
      { uploadKey: '' },
      user('vic'),
      user('stranger'),
      { authorization: 'Bearer ann' },
      { authorization: 'ann', projectId },
    ];
    for (const sent of refused) expect(await opens(sent), JSON.stringify(sent)).toBe(false);
  });
});
