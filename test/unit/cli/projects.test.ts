import { describe, expect, it } from 'vitest';
import { localUsers } from './support/local-users.ts';

const users = localUsers();
const ann = users.as('ann@example.com');
const bob = users.as('bob@example.com');

describe('projects', () => {
  it('are made, shown and changed, each setting by an option', async () => {
    const response = await ann(
      'projects',
      'create',
      'shop',
      '--allowed-widths',
      '320,640',
      '--json',
    );
    expect(response.code).toBe(0);
    expect(response.json).toMatchObject({ name: 'shop', role: 'owner', allowedWidths: [320, 640] });
    const settings = ['--allowed-widths', 'any', '--require-signature', 'yes', '--name', 'store'];
    const others = [
      '--preset',
      'card=width=300',
      '--preset',
      'wide=width=900',
      '--over-quota',
      'original',
      '--credit',
      'keep',
    ];
    const changed = await ann('projects', 'update', 'shop', ...settings, ...others, '--json');
    expect(changed.code).toBe(0);
    expect(changed.json).toMatchObject({
      name: 'store',
      allowedWidths: null,
      requireSignature: true,
      overQuota: 'original',
      credit: 'keep',
      presets: { card: 'width=300', wide: 'width=900' },
    });
    const { stdout } = await ann('projects', 'show', 'store');
    expect(stdout).toMatch(/requireSignature +yes/);
    expect((await ann('projects', 'list')).stdout).toMatch(/^ID +NAME +ROLE +STATE +CREATED\n/);
  });

  it('a setting that the service refuses is named (errors.all-faults)', async () => {
    const { code, stderr } = await ann('projects', 'update', 'default', '--preset', 'Card=width=0');
    expect(code).toBe(2);
    expect(stderr).toContain('validation_failed');
    expect(stderr).toContain('  /presets');
  });

  it('are named by id or name; if several are possible and none is named, they are listed', async () => {
    const { lines } = await ann('projects', 'list', '--json');
    const unnamed = await ann('members', 'list');
    expect(unnamed.code).toBe(2);
    expect(unnamed.stderr).toContain('No project is selected.');
    for (const { projectId } of lines) expect(unnamed.stderr).toContain(projectId);
    const byId = await ann('projects', 'show', lines[0].projectId, '--json');
    expect(byId.json.name).toBe('default');
    const wrong = await ann('projects', 'show', 'nothing');
    expect(wrong.code).toBe(4);
    expect(wrong.stderr).toContain('Your projects:');
  });

  it('of another user are unknown', async () => {
    const { lines } = await ann('projects', 'list', '--json');
    const { code, stderr } = await bob('projects', 'show', lines[0].projectId);
    expect(code).toBe(4);
    expect(stderr).toContain('project_not_found');
  });

  it('are deleted by who types their name, or --yes, and restored', async () => {
    await ann('projects', 'create', 'brief');
    const unsure = await ann('projects', 'delete', 'brief');
    expect([unsure.code, unsure.stdout]).toEqual([2, '']);
    expect(unsure.stderr).toContain('--yes');
    const gone = await ann('projects', 'delete', 'brief', '--yes', '--json');
    expect(gone.code).toBe(0);
    expect(gone.json.message).toBe('project_marked_for_deletion');
    const status = await ann('projects', 'deletion', gone.json.projectId);
    expect([status.code, status.stderr]).toEqual([0, '']);
    const back = await ann('projects', 'restore', gone.json.projectId, '--json');
    expect(back.json).toMatchObject({ name: 'brief', state: 'live' });
    const stays = await ann('projects', 'delete', 'default', '--yes');
    expect(stays.code).toBe(1);
    expect(stays.stderr).toContain('default_project_stays');
    const emptied = await ann('projects', 'empty', 'default', '--yes', '--json');
    expect(emptied.json.message).toBe('project_marked_for_emptying');
  });
});

describe('origins', () => {
  it('are added to the list and taken from it (origins.list)', async () => {
    const app = 'https://app.example.com';
    const added = await bob('origins', 'add', app, 'https://*.example.com');
    expect([added.code, added.stdout]).toEqual([
      0,
      `http://localhost:*\n${app}\nhttps://*.example.com\n`,
    ]);
    await bob('origins', 'add', app); // twice is once
    const removed = await bob('origins', 'remove', 'http://localhost:*', '--json');
    expect(removed.json).toEqual({ allowedOrigins: [app, 'https://*.example.com'] });
    expect((await bob('origins', 'list', '--json')).json).toEqual(removed.json);
  });

  it('that are none are refused, with what to write (origins.list)', async () => {
    const { code, stderr } = await bob('origins', 'add', 'app.example.com/path');
    expect(code).toBe(2);
    expect(stderr).toContain('/allowedOrigins/');
  });
});
