import { globSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import type { InputOf } from '../../core/api/call-types.ts';
import type { Endpoint } from '../../core/api/endpoint.ts';
import { ENDPOINTS } from '../../core/api/endpoints.ts';
import { readBody } from '../../core/api/read-body.ts';
import type { Project } from '../../core/projects/project.ts';
import type { Caller } from '../../core/use-cases/access/authenticate.ts';
import type { User } from '../../core/use-cases/access/authenticate-user.ts';
import type { Member } from '../../core/use-cases/access/authorize-member.ts';
import type { UseCase } from '../../core/use-cases/access/callers.ts';
import { deleteImage } from '../../core/use-cases/images/delete-image.ts';
import { getImage } from '../../core/use-cases/images/get-image.ts';
import type { RecordServices } from '../../lambdas/composition/services.ts';
import { endpoint } from '../../lambdas/http/endpoint.ts';
import { routeCalls, runOnlyCall } from '../../lambdas/http/route-calls.ts';

/** Lines that the type checker refuses; `npm run types` fails if it accepts one of them. */
describe('a call that does not fit its row does not compile', () => {
  const row = {
    name: 'try-it',
    path: '/api/v1/try-it',
    summary: '',
    description: '',
    functionName: 'api-key-calls',
    request: { kind: 'bytes' },
    response: z.object({}),
    responseExample: {},
    problems: [],
  } as const;
  type Credential = Endpoint['credential'];
  type Needs = RecordServices;
  const services = {} as RecordServices;

  it('without a role, or without any authorization rule', () => {
    // @ts-expect-error an API key's row says a role, or that keys alone open it
    const ofKeys: Credential = { kind: 'apiKey', scope: 'images:read' };
    // @ts-expect-error a user's row says a role, or null where it names no project
    const ofUsers: Credential = { kind: 'accessToken' };
    // @ts-expect-error only a rule with a role reaches deleted projects
    const ofAll: Credential = { kind: 'accessToken', role: null, reachesDeleted: true };
    // @ts-expect-error a row has a rule
    const ofNobody = row satisfies Endpoint;
    expect([ofKeys, ofUsers, ofNobody, ofAll]).toHaveLength(4);
  });

  it('with a use case of another input or answer, or one that needs more of its caller', () => {
    const answer = { message: 'image_marked_for_deletion' } as const;
    const fits: UseCase<'deleteImage', Needs> = async (_, caller: Caller, { imageId }) => {
      expect([caller, imageId]).toBeDefined();
      return answer;
    };
    // @ts-expect-error the answer has the type of the response schema
    const ofAnswer: UseCase<'deleteImage', Needs> = async () => ({ message: 'image_deleted' });
    const asMember = async (_: Needs, { project }: Member) => ({
      ...answer,
      projects: [],
      project,
    });
    // @ts-expect-error an API key's caller is no member
    const ofMember: UseCase<'deleteImage', Needs> = asMember;
    // @ts-expect-error nor is a user whose call names no project
    const ofUser: UseCase<'listProjects', Needs> = asMember;
    // @ts-expect-error fields that a group asks for are there, others may not be
    const ofLimit = ({ limit }: InputOf<'listImages'>): number => limit;
    const input = {} as InputOf<'deleteImage'>;
    // @ts-expect-error aliases are read under one name
    expect(input.imageUrl).toBeUndefined();
    // @ts-expect-error the project is the caller's, and no input
    expect(input.projectId).toBeUndefined();
    expect([fits, ofAnswer, ofMember, ofUser, ofLimit]).toHaveLength(5);
  });

  it('that is wired to another row, or left out of its function', () => {
    const wire = () => {
      // @ts-expect-error a row that takes users' tokens needs what finds users
      endpoint(services, 'getImage', getImage);
      // @ts-expect-error its input is another call's
      endpoint(services, 'updateImageMetadata', getImage);
      // @ts-expect-error a function runs all of its calls
      routeCalls(services, 'upload-key-calls', {});
      // @ts-expect-error delete-images is a call of the same function
      runOnlyCall(services, 'deleteImage', deleteImage);
    };
    expect(wire).toBeTypeOf('function');
  });

  it('for a caller that no check has let in', () => {
    const project = {} as Project;
    // @ts-expect-error only authentication makes a caller
    const caller: Caller = { project };
    // @ts-expect-error likewise a user
    const user: User = { account: {} as User['account'], accessToken: '' };
    expect([caller, user]).toHaveLength(2);
  });
});

const PRODUCT = ['core', 'lambdas', 'local', 'adapters', 'admin', 'bin', 'lib'];
const sources = PRODUCT.flatMap((room) => globSync(`${room}/**/*.ts`)).map((file) => ({
  file,
  text: readFileSync(file, 'utf8'),
}));
const usersOf = (word: RegExp) =>
  sources
    .filter(({ text }) => word.test(text))
    .map(({ file }) => file)
    .sort();

describe('authorization has one place', () => {
  const access = 'core/use-cases/access';

  it('callers are marked as let in where they are authenticated or authorized, and nowhere else', () => {
    expect(usersOf(/\bmarkAuthorized\b/)).toEqual([
      `${access}/admit-visitor.ts`,
      `${access}/authenticate-user.ts`,
      `${access}/authenticate.ts`,
      `${access}/authorize-member.ts`,
      `${access}/authorized.ts`,
    ]);
    expect(usersOf(/\.authorized = /)).toEqual(['lambdas/http/authenticate.ts']);
  });

  it('members are authorized by the middleware, before it holds their bytes, and where an invitation makes one', () => {
    expect(usersOf(/\bauthorizeMember\b/)).toEqual([
      `${access}/admit-member.ts`,
      `${access}/authorize-member.ts`,
      `${access}/callers.ts`,
      `${access}/opens-uploads.ts`,
      'core/use-cases/members/accept-invitation.ts',
      'lambdas/http/authenticate.ts',
    ]);
  });

  it('handlers leave no call of their function out', () => {
    expect(usersOf(/\bendpoint\(/)).toEqual(['lambdas/http/route-calls.ts']);
  });

  it('no use case knows the role of its call', () => {
    const wrong = sources
      .filter(({ file }) => file.startsWith('core/use-cases/') && !file.startsWith(access))
      .filter(({ text }) => /import \{ \w+ as \w+.*\/api\/calls\/|\broleOf\b/.test(text));
    expect(wrong.map(({ file }) => file)).toEqual([]);
  });
});

describe('the endpoint table', () => {
  it('has every row that is written', () => {
    const rows = globSync('core/api/calls/*.ts').flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/^ +\.\.\.called\('([a-z-]+)'/gm)].map(
        ([, name]) => name,
      ),
    );
    expect(rows.sort()).toEqual(
      Object.values<Endpoint>(ENDPOINTS)
        .map(({ name }) => name)
        .sort(),
    );
  });
});

describe('aliases are read under one name', () => {
  const READ_AS = Object.values<Endpoint>(ENDPOINTS).flatMap(({ name, request }) =>
    request.kind === 'json' && request.readAs
      ? Object.entries(request.readAs).map(([sent, read]) => ({ call: name, request, sent, read }))
      : [],
  );

  it.each(READ_AS)('$call: $sent is read as $read', ({ request, sent, read }) => {
    expect(Object.keys(request.schema.shape)).toContain(sent);
    const group = request.exactlyOne.find((names) => names.includes(sent)) ?? [];
    const { example } = request;
    const exampleOf = group.map((name) => example[name]).find((value) => value !== undefined);
    const others = Object.entries(example).filter(([name]) => !group.includes(name));
    const body = { ...Object.fromEntries(others), [sent]: exampleOf };
    const input = readBody(request, body, () => true);
    expect(input).toHaveProperty(read);
    expect(input).not.toHaveProperty(sent);
  });
});
