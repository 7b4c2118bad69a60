import { describe, expect, it } from 'vitest';
import { localUsers } from './support/local-users.ts';

const users = localUsers();
const ann = users.as('ann@example.com');
const ben = users.as('ben@example.com');
const ownProject = async (who: typeof ann): Promise<string> =>
  (await who('projects', 'list', '--json')).lines.find(
    ({ role }: { role: string }) => role === 'owner',
  ).projectId;

describe('members', () => {
  it('are invited, take it up, get another role, and leave (members.invitations)', async () => {
    const project = ['--project', await ownProject(ann)];
    const invited = await ann(
      'members',
      'invite',
      'Ben@example.com',
      '--role',
      'viewer',
      ...project,
    );
    expect(invited.code).toBe(0);
    expect(invited.stderr).toContain(`imagewell members accept ${invited.stdout.trim()}`);
    expect((await ann('members', 'invitations', ...project)).stdout).toContain('viewer');

    const taken = await ben('members', 'accept', invited.stdout.trim(), '--json');
    expect([taken.code, taken.json.role]).toEqual([0, 'viewer']);
    expect((await ann('members', 'invitations', ...project)).stdout).toBe(
      'No open invitations were found.\n',
    );

    const refused = await ben(
      'members',
      'invite',
      'eve@example.com',
      '--role',
      'viewer',
      ...project,
    );
    expect(refused.code).toBe(5);
    expect(refused.stderr).toContain('insufficient_role');

    await ann('members', 'set-role', 'ben@example.com', 'admin', ...project);
    const keyOf = async (name: string) =>
      (await ben('keys', 'create', name, '--kind', 'api', '--json', ...project)).json.key.keyId;
    const keys = [await keyOf('one'), await keyOf('two')];

    const raised = await ann('members', 'set-role', 'ben@example.com', 'editor', ...project);
    expect([raised.code, raised.stdout]).toEqual([0, 'ben@example.com is editor.\n']);
    const { lines } = await ann('members', 'list', '--json', ...project);
    expect(lines.map(({ role }: { role: string }) => role)).toEqual(['owner', 'editor']);
    expect((await ann('members', 'list', ...project)).stdout).toMatch(/owner .* you\n/);

    const audit = await ann('audit', ...project);
    expect(audit.stdout).toMatch(/ ben@example\.com +admin +create-api-key /i);
    expect((await ann('audit', '--json', ...project)).stdout).not.toContain('@');

    const unsure = await ann('members', 'remove', 'ben@example.com', ...project);
    expect(unsure.code).toBe(2);
    const ofBen = ['members', 'remove', lines[1].accountId, '--yes', ...project];
    const gone = await ann(...ofBen);
    expect(gone.code).toBe(0);
    expect((await ben('members', 'list', ...project)).code).toBe(4);
    for (const keyId of keys) expect(gone.stdout).toContain(keyId);
    expect(gone.stdout).toContain('still work');
    const revoked = await ann(...ofBen, '--revoke-keys');
    expect(revoked.stdout).toContain('are revoked:');
    const { lines: listed } = await ann('keys', 'list', '--json', ...project);
    const ofKeys = listed.filter((key: { keyId: string }) => keys.includes(key.keyId));
    expect(ofKeys.map((key: { revokedAt: string | null }) => typeof key.revokedAt)).toEqual([
      'string',
      'string',
    ]);
  });

  it('a user without a membership gets an error, and the last owner stays', async () => {
    const project = ['--project', await ownProject(ann)];
    const unknown = await ann('members', 'remove', 'eve@example.com', '--yes', ...project);
    expect(unknown.code).toBe(4);
    const { lines } = await ann('members', 'list', '--json', ...project);
    const last = await ann('members', 'remove', lines[0].accountId, '--yes', ...project);
    expect(last.code).toBe(1);
    expect(last.stderr).toContain('last_owner');
  });

  it('an invitation that was revoked is good for nothing', async () => {
    const project = ['--project', await ownProject(ann)];
    const { json } = await ann(
      'members',
      'invite',
      'ben@example.com',
      '--role',
      'admin',
      '--json',
      ...project,
    );
    const revoked = await ann('members', 'revoke-invitation', json.invitationId, ...project);
    expect(revoked.code).toBe(0);
    const late = await ben('members', 'accept', json.invitation);
    expect(late.code).toBe(4);
    expect(late.stderr).toContain('invitation_not_found');
  });

  it('an unknown role is refused before a request', async () => {
    const { code, stderr } = await ann('members', 'invite', 'eve@example.com', '--role', 'boss');
    expect(code).toBe(2);
    expect(stderr).toContain('viewer, editor, admin, owner');
    expect((await ann('members', 'invite', 'eve@example.com')).code).toBe(2);
  });

  it('a project is transferred', async () => {
    const projectId = await ownProject(ann);
    const project = ['--project', projectId];
    const { stdout } = await ann(
      'members',
      'invite',
      'ben@example.com',
      '--role',
      'owner',
      ...project,
    );
    await ben('members', 'accept', stdout.trim());
    const given = await ann(
      'members',
      'transfer',
      'ben@example.com',
      '--yes',
      '--json',
      ...project,
    );
    expect([given.code, given.json.role]).toEqual([0, 'owner']);
    const { json } = await ann('projects', 'show', projectId, '--json');
    expect(json.role).toBe('admin');
  });
});
