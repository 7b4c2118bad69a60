import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { CALL_ROLES, ROLES } from '../../../../console/src/generated/call-roles.ts';
import { settle, stubBrowser, stubCalls, type WaitingCall } from './support/stub-browser.ts';

let calls: WaitingCall[];
let browser: ReturnType<typeof stubBrowser>;
let state: typeof import('../../../../console/src/state/projects.ts');
let changes: typeof import('../../../../console/src/state/change-project.ts');
let router: typeof import('../../../../console/src/state/router.ts');

const project = (projectId: string, more: object = {}) =>
  ({ projectId, state: 'live', role: 'viewer', isDefault: false, ...more }) as never;
const chosen = () => state.currentProject.value?.projectId;
const waiting = (name: string) => calls.filter((call) => call.name === name);

beforeEach(async () => {
  vi.resetModules();
  browser = stubBrowser('/console');
  const stub = stubCalls();
  calls = stub.calls;
  vi.doMock('../../../../console/src/state/imagewell.ts', () => ({ imagewell: () => stub.client }));
  state = await import('../../../../console/src/state/projects.ts');
  changes = await import('../../../../console/src/state/change-project.ts');
  router = await import('../../../../console/src/state/router.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.doUnmock('../../../../console/src/state/imagewell.ts');
});

describe('the current project', () => {
  it('is the one of the address, else of last time, else the default, else a living one, else any', () => {
    expect(chosen()).toBeUndefined();
    const gone = project('gone', { state: 'deleted', isDefault: true });
    state.projects.value = [gone];
    expect(chosen()).toBe('gone');
    state.projects.value = [gone, project('a'), project('b')];
    expect(chosen()).toBe('a');
    state.projects.value = [gone, project('a'), project('b', { isDefault: true })];
    expect(chosen()).toBe('b');
    state.chooseProject('a');
    expect([chosen(), browser.here()]).toEqual(['a', '/console?project=a']);
    router.navigate('/console');
    expect(chosen()).toBe('a');
    router.navigate('/console?project=b');
    expect(chosen()).toBe('b');
    router.navigate('/console');
    expect(chosen()).toBe('b');
    expect(state.unseenProject.value).toBeUndefined();
    router.navigate('/console?project=unknown');
    expect([chosen(), state.unseenProject.value]).toEqual(['b', 'unknown']);
    router.navigate('/console');
    expect(chosen()).toBe('b');
  });

  it('remembers no project that the user can’t see, also if it is named before they are known', () => {
    router.navigate('/console?project=a');
    expect(state.unseenProject.value).toBeUndefined();
    state.projects.value = [project('a'), project('b', { isDefault: true })];
    expect([chosen(), state.unseenProject.value]).toEqual(['a', undefined]);
    router.navigate('/console?project=theirs');
    router.navigate('/console');
    expect(chosen()).toBe('a');
  });

  it('is not named in the address where it is the only one', () => {
    state.projects.value = [project('a')];
    state.chooseProject('a');
    expect(browser.here()).toBe('/console');
  });

  it('lets who has the role make a call, and who has less not', () => {
    for (const [name, needed] of Object.entries(CALL_ROLES)) {
      ROLES.forEach((role, at) => {
        state.projects.value = [project('a', { role })];
        const isEnough = needed === null || at >= ROLES.indexOf(needed);
        expect(state.mayCall(name as never), `${name} as ${role}`).toBe(isEnough);
      });
    }
    state.projects.value = [];
    expect(state.mayCall('listImages')).toBe(false);
  });
});

describe('the usage', () => {
  const used = (count: number) => ({ images: { used: count, limit: null } });

  it.each(['former first', 'latter first'])(
    'belongs to the current project, whichever answer comes first: %s',
    async (order) => {
      state.projects.value = [project('a'), project('b')];
      state.loadUsage();
      state.chooseProject('b');
      state.loadUsage();
      const [first, second] = waiting('getUsage');
      expect([first, second].map((call) => call?.request)).toEqual([
        { projectId: 'a' },
        { projectId: 'b' },
      ]);
      const answers = [() => first?.answer(used(1)), () => second?.answer(used(2))];
      for (const answer of order === 'former first' ? answers : answers.reverse()) await answer();
      expect(state.usage.value).toEqual(used(2));
    },
  );

  it('is read again when another project is chosen, as soon as there is any', async () => {
    state.projects.value = [project('a'), project('b')];
    state.chooseProject('b');
    expect(waiting('getUsage')).toHaveLength(0);
    state.loadUsage();
    await waiting('getUsage')[0]?.answer(used(1));
    state.chooseProject('a');
    expect(waiting('getUsage').at(-1)?.request).toEqual({ projectId: 'a' });
    await waiting('getUsage').at(-1)?.fail(new Error('later'));
    expect(state.usage.value).toEqual(used(1));
  });
});

describe('the account', () => {
  it('is read with its projects and their usage; a failure is told, and gone with the next success', async () => {
    const fault = new Error('no answer');
    state.loadAccount();
    await waiting('listProjects')[0]?.fail(fault);
    expect([state.accountFault.value, state.projects.value]).toEqual([fault, undefined]);
    const done = state.loadAccount();
    await waiting('listProjects')[1]?.answer({ projects: [project('a')] });
    expect(state.projects.value).toBeUndefined();
    await waiting('getAccount')[1]?.answer({ accountId: 'acc' });
    expect([chosen(), state.accountFault.value]).toEqual(['a', undefined]);
    await waiting('getUsage')[0]?.answer({ images: {} });
    await done;
    expect(state.usage.value).toEqual({ images: {} });
  });
});

describe('a change of the project', () => {
  it('is decided by its values now, and kept as the service answers', async () => {
    state.projects.value = [project('a', { name: 'old' }), project('b')];
    const seen: unknown[] = [];
    const done = changes.changeProject((fresh) => {
      seen.push(fresh.name);
      return { name: 'new' };
    });
    await waiting('getProject')[0]?.answer(project('a', { name: 'of another' }));
    expect(state.currentProject.value?.name).toBe('of another');
    expect(waiting('updateProject')[0]?.request).toEqual({ projectId: 'a', name: 'new' });
    await waiting('updateProject')[0]?.answer(project('a', { name: 'new' }));
    await done;
    expect(seen).toEqual(['of another']);
    expect(state.projects.value?.map(({ name }) => name)).toEqual(['new', undefined]);
  });

  it('that comes to nothing is not sent', async () => {
    state.projects.value = [project('a')];
    const done = changes.changeProject(() => undefined);
    await waiting('getProject')[0]?.answer(project('a'));
    await done;
    await settle();
    expect(waiting('updateProject')).toEqual([]);
  });
});
