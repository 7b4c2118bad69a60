import { afterEach, describe, expect, it, vi } from 'vitest';
import { callPath } from '../../../client/src/api-url.ts';
import { createImagewellForUsers } from '../../../client/src/create-imagewell-for-users.ts';
import { USER_CALL_NAMES } from '../../../client/src/generated/calls.ts';
import { type Endpoint, roleOf } from '../../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../../core/api/endpoints.ts';
import { noAnswer, ok, problem, stubService } from './support/stub-service.ts';

afterEach(() => vi.unstubAllGlobals());

const baseUrl = 'https://api.example.com/prod';
const projectId = `prj_${'a'.repeat(26)}`;

describe('the calls of users', () => {
  it('are all calls that an access token opens and those without a credential, a method each', () => {
    const expected = Object.entries<Endpoint>(ENDPOINTS)
      .filter(([, row]) => roleOf(row) !== undefined || row.credential.kind === 'invitation')
      .filter(([, { request }]) => request.kind === 'json')
      .map(([name, { path }]) => [name, path]);
    expect(USER_CALL_NAMES.map((name) => [name, callPath(name)]).sort()).toEqual(expected.sort());
    const imagewell = createImagewellForUsers({ baseUrl, accessToken: 'x' });
    expect(Object.keys(imagewell)).toEqual(USER_CALL_NAMES);
  });

  it('carry the token, and ask for a living one before each attempt', async () => {
    const { requested } = stubService(problem(503, 'busy'), ok({ projects: [] }));
    const tokens = ['old', 'new'];
    const accessToken = vi.fn(async () => tokens.shift() ?? '');
    await createImagewellForUsers({ baseUrl, accessToken }).listProjects();
    expect(requested.map(({ headers }) => headers.get('authorization'))).toEqual([
      'Bearer old',
      'Bearer new',
    ]);
    expect(requested[0]?.url).toBe(`${baseUrl}/api/v1/list-projects`);
  });

  it('that need no credential send none, and ask for no token', async () => {
    const { requested } = stubService(ok({ projectName: 'Shop photos' }));
    const accessToken = vi.fn(() => Promise.reject(new Error('signed out')));
    const imagewell = createImagewellForUsers({ baseUrl, accessToken });
    await imagewell.getInvitation({ invitation: 'inv_x' });
    expect(accessToken).not.toHaveBeenCalled();
    expect(requested[0]?.headers.has('authorization')).toBe(false);
    expect(requested[0]?.url).toBe(`${baseUrl}/api/v1/get-invitation`);
    expect(requested[0]?.url).not.toContain('inv_x');
  });

  it('that an API key opens too, or that only read, are sent again after no answer', async () => {
    const imagewell = createImagewellForUsers({ baseUrl, accessToken: 'x' });
    const first = stubService(noAnswer(), ok({ projects: [] }));
    await imagewell.listProjects();
    expect(first.requested).toHaveLength(2);
    const second = stubService(noAnswer(), ok({ message: 'image_marked_for_deletion' }));
    await imagewell.deleteImage({ projectId, imageId: `img_${'a'.repeat(26)}` });
    expect(second.requested).toHaveLength(2);
  });

  it('end with the error of who could not give a token', async () => {
    const { requested } = stubService(ok({}));
    const accessToken = () => Promise.reject(new Error('signed out'));
    const imagewell = createImagewellForUsers({ baseUrl, accessToken });
    await expect(imagewell.listProjects()).rejects.toThrow('signed out');
    expect(requested).toHaveLength(0);
  });
});
