import { describe, expect, it } from 'vitest';
import { commandLine } from './support/command-line.ts';
import { localUsers } from './support/local-users.ts';

const users = localUsers();
const ann = users.as('ann@example.com');
const secretsIn = (text: string) => text.match(/(private|upl)_[0-9A-Za-z]{36}/g) ?? [];

describe('keys', () => {
  it('are shown once, alone on the standard output, and open the service (keys.shown-once)', async () => {
    const response = await ann('keys', 'create', 'web shop');
    expect(response.code).toBe(0);
    expect(response.stdout).toMatch(/^private_[0-9A-Za-z]{36}\n$/);
    expect(response.stderr).toMatch(/^Keep it: key_\S+ is not shown again\.\n$/);
    const env = {
      IMAGEWELL_API_KEY: response.stdout.trim(),
      IMAGEWELL_URL: users.service().baseUrl,
    };
    const used = await commandLine('/nonexistent', env)(['images', 'list', '--json']);
    expect([used.code, used.lines]).toEqual([0, []]);
  });

  it('are never shown again, in no list (keys.shown-once)', async () => {
    const api = await ann(
      'keys',
      'create',
      'one',
      '--scopes',
      'images:read',
      '--expires',
      '90d',
      '--json',
    );
    const upload = await ann('keys', 'create', 'two', '--kind', 'upload', '--json');
    expect(secretsIn(api.stdout + upload.stdout)).toHaveLength(2);
    const { lines, stdout, code } = await ann('keys', 'list', '--json');
    expect(code).toBe(0);
    expect(lines).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'api', name: 'one', scopes: ['images:read'] }),
        expect.objectContaining({
          kind: 'upload',
          name: 'two',
          lastFour: upload.json.uploadKey.slice(-4),
        }),
      ]),
    );
    const human = await ann('keys', 'list', '--kind', 'upload');
    expect(human.stdout).toMatch(/^ID +KIND +NAME +ENDS IN /);
    expect(human.stdout).not.toContain(' api ');
    expect(secretsIn(stdout + human.stdout)).toEqual([]);
  });

  it('are rotated and revoked by their id, whichever kind they are (keys.rotation, keys.revocation)', async () => {
    for (const kind of ['api', 'upload']) {
      const { json: result } = await ann('keys', 'create', kind, '--kind', kind, '--json');
      const { keyId } = result.key;
      const turned = await ann('keys', 'rotate', keyId, '--overlap-hours', '1');
      expect(turned.code).toBe(0);
      expect(secretsIn(turned.stdout)).toHaveLength(1);
      expect(turned.stderr).toMatch(/The previous key works until 20/);
      const unsure = await ann('keys', 'revoke', keyId);
      expect([unsure.code, unsure.stdout]).toEqual([2, '']);
      const sure = await ann('keys', 'revoke', keyId, '--yes', '--json');
      expect([sure.code, sure.json]).toEqual([0, { message: 'key_revoked' }]);
    }
    const unknown = await ann('keys', 'revoke', `key_${'a'.repeat(26)}`, '--yes');
    expect(unknown.code).toBe(4);
    expect(unknown.stderr).toContain('key_not_found');
  });

  it('report wrong arguments', async () => {
    expect((await ann('keys', 'create', 'x', '--kind', 'admin')).code).toBe(2);
    const upload = ['--kind', 'upload', '--scopes', 'images:read'];
    expect((await ann('keys', 'create', 'x', ...upload)).stderr).toContain('no scopes');
    const scope = await ann('keys', 'create', 'x', '--scopes', 'images:paint');
    expect(scope.code).toBe(2);
    expect(scope.stderr).toContain('/scopes');
  });
});

describe('keys by name', () => {
  it('are rotated and revoked by their names, and several of one name are listed by ID', async () => {
    for (const name of ['once', 'twice', 'twice']) await ann('keys', 'create', name);
    const once = await ann('keys', 'revoke', 'once', '--yes');
    expect([once.code, once.stdout]).toEqual([
      0,
      expect.stringMatching(/^key_\S+ is revoked\.\n$/),
    ]);
    const { code, stdout, stderr } = await ann('keys', 'rotate', 'twice');
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain('2 keys have the name twice.');
    expect(stderr.match(/key_\S+ {2}twice/g)).toHaveLength(2);
    expect((await ann('keys', 'revoke', 'unheard of', '--yes')).code).not.toBe(0);
  });
});

describe('signing secrets', () => {
  it('are made, listed without themselves, and revoked (signing.secrets)', async () => {
    const response = await ann('signing-secrets', 'create');
    expect(response.stdout).toMatch(/^[\w-]{43}\n$/);
    const listed = await ann('signing-secrets', 'list', '--json');
    expect(listed.lines).toHaveLength(1);
    expect(listed.stdout).not.toContain(response.stdout.trim());
    const [{ secretId }] = listed.lines;
    const revoked = await ann('signing-secrets', 'revoke', secretId, '--yes', '--json');
    expect(revoked.json).toEqual({ message: 'signing_secret_revoked' });
    expect((await ann('signing-secrets', 'list')).stdout).toBe('No signing secrets were found.\n');
  });
});

describe('audit', () => {
  it('lists users and their acts, page by page, and never a key', async () => {
    const { json: result } = await ann('keys', 'create', 'watched', '--json');
    const { lines, code } = await ann('audit', '--limit', '1', '--json');
    expect([code, lines[0].action]).toEqual([0, 'create-api-key']);
    expect(lines[0].subject.keyId).toBe(result.key.keyId);
    const human = await ann('audit');
    expect(human.stdout).toMatch(/^AT +WHO +AS +DID /);
    expect(human.stdout).toContain('create-api-key');
    expect(secretsIn(human.stdout)).toEqual([]);
    expect((await ann('audit', '--account', '--json')).code).toBe(0);
  });
});
