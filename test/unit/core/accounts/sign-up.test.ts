import { describe, expect, it } from 'vitest';
import { maySignUp } from '../../../../core/accounts/sign-up.ts';
import { createHandler } from '../../../../lambdas/sign-up/check-sign-up.ts';

const domains = ['example.com', 'sub.example.org'];
const ASKED: readonly (readonly [string, boolean])[] = [
  ['ann@example.com', true],
  ['Ann.Other+tag@EXAMPLE.com', true],
  ['ann@sub.example.org', true],
  ['ann@example.org', false],
  ['ann@other.example.com', false],
  ['ann@example.com.evil.net', false],
  ['ann@evilexample.com', false],
  ['ann@example.com@evil.net', false],
  ['"ann@example.com"@evil.net', false],
  ['ann@evil.net ann@example.com', false],
  ['ann@evil.net\n@example.com', false],
  ['ann@example.com.', false],
  ['@example.com', false],
  ['example.com', false],
  ['', false],
];

describe('the right to sign up', () => {
  it.each(ASKED)('domains: %j: %s', (email, isAllowed) => {
    expect(maySignUp({ kind: 'domains', domains }, email)).toBe(isAllowed);
  });

  it('invited: no user, in any domain; open: any user', () => {
    for (const [email] of ASKED) {
      expect(maySignUp({ kind: 'invited', domains }, email)).toBe(false);
      expect(maySignUp({ kind: 'open', domains: [] }, email)).toBe(true);
    }
  });
});

describe('the trigger of the user pool', () => {
  const event = (triggerSource: string, email: string | undefined) =>
    ({
      triggerSource,
      request: { userAttributes: { email } },
      response: { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false },
    }) as never;
  const rule = { kind: 'domains', domains } as const;

  it('permits users that the operator makes, and those of the domains; it confirms and verifies none', async () => {
    const admin = event('PreSignUp_AdminCreateUser', 'ann@anywhere.net');
    expect(await createHandler({ kind: 'invited', domains: [] })(admin)).toEqual(admin);
    const own = event('PreSignUp_SignUp', 'ann@example.com');
    expect(await createHandler(rule)(own)).toEqual(own);
  });

  it.each(['PreSignUp_SignUp', 'PreSignUp_ExternalProvider', 'PreSignUp_Other'])(
    '%s by anybody else is refused, and the refusal names no rule and no address',
    async (source) => {
      for (const email of ['ann@evil.net', '', undefined]) {
        const refused = createHandler(rule)(event(source, email));
        await expect(refused).rejects.toThrow(
          /^Ask the operator of this service for an invitation$/,
        );
      }
    },
  );
});
