import type { FakeService } from './fake-service.ts';

const HOUR_MS = 3_600_000;

/** RFC 3339, some hours from now. */
export const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();

const account = (letter: string) => `acc_${letter.repeat(26)}`;

export const MIRA = account('a');
export const JONAS = account('b');
const AIKO = account('c');

const SCOPES = ['images:save', 'images:delete', 'metadata:write', 'images:read'];

const key = (letter: string, more: object) => ({
  keyId: `key_${letter.repeat(26)}`,
  lastFour: `${letter}4Zw`,
  scopes: SCOPES,
  createdAt: inHours(-500),
  lastUsedAt: null as string | null,
  expiresAt: null as string | null,
  revokedAt: null as string | null,
  replacedBy: null as string | null,
  createdBy: MIRA as string | null,
  name: 'shop-backend',
  ...more,
});

export type ExampleKey = ReturnType<typeof key>;

/** Members of the example project; the first is who is signed in. */
export function answerMembers(service: FakeService, role = 'owner') {
  const isSeeing = role === 'owner' || role === 'admin';
  const member = (accountId: string, email: string, more: object) => ({
    accountId,
    email: isSeeing || accountId === MIRA ? email : null,
    joinedAt: inHours(-900),
    isYou: false,
    role: 'viewer',
    ...more,
  });
  const members = [
    member(MIRA, 'mira@webshop.example', { role, isYou: true }),
    member(JONAS, 'jonas.lindqvist@webshop.example', {
      role: role === 'owner' ? 'admin' : 'owner',
    }),
    member(AIKO, 'aiko@studio-north.example', { role: 'editor' }),
  ];
  service.answer('list-members', () => ({ body: { members } }));
  service.answer('update-member', (sent: { accountId: string; role: string }) => {
    const at = members.findIndex(({ accountId }) => accountId === sent.accountId);
    members[at] = { ...(members[at] as (typeof members)[number]), role: sent.role };
    return { body: members[at] };
  });
  service.answer('remove-member', (sent: { accountId: string }) => {
    const at = members.findIndex(({ accountId }) => accountId === sent.accountId);
    members.splice(at, 1);
    return { body: { message: 'member_removed', keys: [{ kind: 'api', ...key('j', {}) }] } };
  });
  return members;
}

/** Keys of both kinds, one of them in rotation, and calls that make, rotate and revoke. */
export function answerKeys(service: FakeService, isEmpty = false) {
  const made = key('n', { createdAt: inHours(-2.7), lastUsedAt: inHours(-0.1) });
  const old = { replacedBy: made.keyId, expiresAt: inHours(21.3), lastUsedAt: inHours(-0.2) };
  const keys: Record<'api' | 'upload', ExampleKey[]> = {
    api: [
      made,
      key('k', old),
      key('c', {
        name: 'cms-import',
        scopes: SCOPES.slice(0, 1),
        createdBy: JONAS,
        expiresAt: inHours(900),
      }),
      key('t', { name: 'trial-script', scopes: ['images:read'], expiresAt: inHours(110) }),
      key('r', { name: 'load-test', revokedAt: inHours(-100), createdBy: null }),
    ],
    upload: [key('u', { name: 'storefront', scopes: [], lastUsedAt: inHours(-30) })],
  };
  if (isEmpty) Object.assign(keys, { api: [], upload: [] });
  const kinds = [
    ['api', 'apiKey', 'private_'],
    ['upload', 'uploadKey', 'upl_'],
  ] as const;
  for (const [kind, field, prefix] of kinds) {
    const text = `${prefix}Vt6mQe0RzK81nXcLw4JpHs9BdYuA2gT3kZfh`;
    service.answer(`list-${kind}-keys`, () => ({ body: { keys: keys[kind] } }));
    service.answer(`create-${kind}-key`, (sent: { name: string }) => {
      const fresh = key('z', { createdAt: inHours(0), scopes: SCOPES, ...sent });
      keys[kind].push(fresh);
      return { status: 201, body: { key: fresh, [field]: text } };
    });
    service.answer(`rotate-${kind}-key`, (sent: { keyId: string; overlapHours: number }) => {
      const at = keys[kind].findIndex(({ keyId }) => keyId === sent.keyId);
      const was = keys[kind][at] as ExampleKey;
      const fresh = { ...was, keyId: `key_${'y'.repeat(26)}`, createdAt: inHours(0) };
      const previousKey = {
        ...was,
        replacedBy: fresh.keyId,
        expiresAt: inHours(sent.overlapHours),
      };
      keys[kind].splice(at, 1, fresh, previousKey);
      return { status: 201, body: { key: fresh, [field]: text, previousKey } };
    });
    service.answer(`revoke-${kind}-key`, (sent: { keyId: string }) => {
      const at = keys[kind].findIndex(({ keyId }) => keyId === sent.keyId);
      keys[kind][at] = { ...(keys[kind][at] as ExampleKey), revokedAt: inHours(0) };
      return { body: { message: 'key_revoked' } };
    });
  }
  return keys;
}

/** The answer to a call that the service is too busy for. */
export const BUSY = () => ({
  status: 503,
  headers: { 'Retry-After': '100' },
  body: {
    code: 'busy',
    title: 'Busy',
    status: 503,
    detail: 'The service is busy.',
    requestId: 'req_7hq2m4zc',
  },
});

/** Open invitations, and calls that invite and withdraw. */
export function answerInvitations(service: FakeService) {
  const invitation = (letter: string, more: object) => ({
    invitationId: `ivt_${letter.repeat(26)}`,
    email: 'ops@webshop.example',
    role: 'editor',
    invitedBy: MIRA,
    invitedAt: inHours(-30),
    expiresAt: inHours(138),
    ...more,
  });
  const invitations = [
    invitation('o', { role: 'admin', invitedBy: JONAS, expiresAt: inHours(18) }),
  ];
  service.answer('list-invitations', () => ({ body: { invitations } }));
  service.answer('invite-member', (sent: { email: string; role: string }) => {
    const fresh = invitation('l', { email: sent.email, role: sent.role });
    invitations.push(fresh);
    return { status: 201, body: { ...fresh, invitation: 'ivc_Vt6mQe0RzK81nXcLw4JpHs9' } };
  });
  service.answer('revoke-invitation', (sent: { invitationId: string }) => {
    const at = invitations.findIndex(({ invitationId }) => invitationId === sent.invitationId);
    invitations.splice(at, 1);
    return { body: { message: 'invitation_revoked' } };
  });
  return invitations;
}
