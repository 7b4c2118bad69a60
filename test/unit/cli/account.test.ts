import { describe, expect, it } from 'vitest';
import { localUsers } from './support/local-users.ts';

const users = localUsers();
const ann = users.as('ann@example.com');

describe('an account', () => {
  it('is exported whole, never with a key', async () => {
    const { stdout: key } = await ann('keys', 'create', 'x');
    const { code, stdout, json } = await ann('account', 'export');
    expect(code).toBe(0);
    expect(json.projects).toMatchObject([{ project: { name: 'default' } }]);
    expect(json).not.toHaveProperty('cursor');
    expect(stdout).not.toContain(key.trim());
    expect((await ann('account', 'export', '--json')).json).toEqual(json);
  });

  it('is deleted by who says so, and not before', async () => {
    const unsure = await ann('account', 'delete');
    expect([unsure.code, unsure.stdout]).toEqual([2, '']);
    expect((await ann('whoami')).code).toBe(0);
    const gone = await ann('account', 'delete', '--yes', '--json');
    expect([gone.code, gone.json.message]).toEqual([0, 'account_marked_for_deletion']);
    const { lines } = await ann('projects', 'list', '--json');
    expect(lines).toMatchObject([{ state: 'deleting' }]);
  });
});
