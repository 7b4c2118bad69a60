import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeUsers, type PersonsCall } from '../../../support/identity/users.ts';

let test: Awaited<ReturnType<typeof makeUsers>>;
let ann: PersonsCall;
beforeEach(async () => {
  test = await makeUsers();
  ann = test.signIn('ann');
});
afterEach(() => test.remove());

const SETTINGS = {
  name: 'shop',
  allowedOrigins: ['https://shop.example'],
  requireSignature: false,
  allowedWidths: [320, 640],
  allowedHeights: [],
  overQuota: 'original',
  presets: { card: 'width=30&height=20' },
  watermark: 'overlay=img_mzxw6ytboi2dkmrvgezdgnbvgy&overlay-width=30',
};

async function makeProject(as = ann, body: object = { name: 'shop' }): Promise<string> {
  const { status, json } = await as('createProject', body);
  expect(status, JSON.stringify(json)).toBe(200);
  return json.projectId;
}

describe('create-project', () => {
  it('answers the project with all that was given, and the caller owns it (projects.settings)', async () => {
    const sent = { ...SETTINGS, allowedWidths: [640, 320, 320] };
    const { status, json } = await ann('createProject', sent);
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...SETTINGS, role: 'owner', isDefault: false, state: 'live' });
    expect(json.projectId).toMatch(/^prj_[a-z2-7]{26}$/);
    expect((await ann('getProject', { projectId: json.projectId })).json).toEqual(json);
    const listed = (await ann('listProjects')).json.projects;
    const isDefault = listed.map((entry: { isDefault: boolean }) => entry.isDefault);
    expect(isDefault.sort()).toEqual([false, true]);
  });

  it('has no allowed origins and the default settings unless they are given (projects.settings)', async () => {
    const { json } = await ann('createProject', { name: 'x' });
    expect(json).toMatchObject({
      allowedOrigins: [],
      allowedWidths: null,
      allowedHeights: null,
      presets: {},
      requireSignature: false,
      overQuota: 'refuse',
      purgeAt: null,
    });
  });

  it('reports all faults together, and makes nothing (errors.bad-request, errors.all-faults)', async () => {
    const { status, json } = await ann('createProject', {
      name: '',
      allowedOrigins: ['*', 'https://a.example/'],
      allowedWidths: [0, 'x'],
      presets: { 'A/B': 'width=0' },
      requireSignature: 1,
      overQuota: 'no',
      size: 3,
    });
    expect([status, json.code]).toEqual([400, 'validation_failed']);
    const pointers = json.errors.map(({ pointer }: { pointer: string }) => pointer);
    expect(new Set(pointers)).toEqual(
      new Set([
        '/name',
        '/allowedOrigins/0',
        '/allowedOrigins/1',
        '/allowedWidths/0',
        '/allowedWidths/1',
        '/presets/A~1B',
        '/requireSignature',
        '/overQuota',
        '/size',
      ]),
    );
    expect((await ann('listProjects')).json.projects).toHaveLength(1);
  });

  it.each([
    ['none at all', {}],
    ['no text', { name: 5 }],
    ['101 characters', { name: '😀'.repeat(101) }],
    ['a control character', { name: 'a\u0007b' }],
    ['half a character', { name: 'a\ud800' }],
    ['a space at its end', { name: 'a ' }],
  ])('refuses a name that is %s (projects.settings)', async (_, body) => {
    const { status, json } = await ann('createProject', body);
    expect([status, json.code]).toEqual([400, 'validation_failed']);
  });

  it('of twenty concurrent calls a free account gets projects up to three, and the rest is 403 (quotas.projects)', async () => {
    await ann('listProjects'); // the first sign-in
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) => ann('createProject', { name: `p${at}` })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
    const refused = answers.filter(({ status }) => status === 403);
    expect(refused).toHaveLength(18);
    expect(refused[0]?.json).toMatchObject({
      code: 'project_quota_exceeded',
      detail: 'The plan free allows at most 3 projects.',
    });
    expect((await ann('listProjects')).json.projects).toHaveLength(3);
  });
});

describe('update-project', () => {
  it('sets the given fields, each whole, and leaves the rest (projects.settings)', async () => {
    const projectId = await makeProject(ann, SETTINGS);
    const sent = { name: 'new', presets: { a: 'width=1' }, allowedWidths: null };
    const { status, json } = await ann('updateProject', { projectId, ...sent });
    expect(status).toBe(200);
    expect(json).toMatchObject({ ...SETTINGS, ...sent, projectId, role: 'owner' });
    expect((await ann('getProject', { projectId })).json).toEqual(json);
    expect((await ann('updateProject', { projectId })).json).toEqual(json);
  });

  it('reports all faults together, and changes nothing (errors.bad-request, errors.all-faults)', async () => {
    const projectId = await makeProject(ann, SETTINGS);
    const before = (await ann('getProject', { projectId })).json;
    const sent = { projectId, name: '', allowedOrigins: 'x', overQuota: 1, nmae: 'x' };
    const { status, json } = await ann('updateProject', sent);
    expect([status, json.code, json.errors.length]).toEqual([400, 'validation_failed', 4]);
    expect((await ann('getProject', { projectId })).json).toEqual(before);
  });

  it.each([
    ['allowedWidths', [100]],
    ['allowedHeights', null],
    ['presets', {}],
    ['requireSignature', true],
    ['watermark', null],
  ])(
    'a change of %s has the edge forget the project (projects.settings, signing.cdn-copies)',
    async (name, value) => {
      const told: string[] = [];
      const projectPurge = { purgeProject: async (id: string) => void told.push(id) };
      const of = await makeUsers({ projectPurge });
      const projectId = await makeProject(of.signIn('ann'));
      await of.signIn('ann')('updateProject', { projectId, name: 'x', overQuota: 'original' });
      expect(told).toEqual([]);
      await of.signIn('ann')('updateProject', { projectId, [name]: value });
      expect(told).toEqual([projectId]);
      await of.remove();
    },
  );

  it('another user’s project is an unknown one (security.foreign-as-unknown)', async () => {
    const projectId = await makeProject();
    const foreign = await test.signIn('bob')('updateProject', { projectId, name: 'x' });
    expect([foreign.status, foreign.json.code]).toEqual([404, 'project_not_found']);
    expect((await ann('getProject', { projectId })).json.name).toBe('shop');
  });
});
