import { CLI_REDIRECT_URIS } from '../../../../core/accounts/cli-client.ts';
import { resolveIn } from './resolve-values.ts';
import { functionsOf } from './rights.ts';
import { all, get, listAt, only, references, show, type Template } from './template.ts';

const POOL = 'AWS::Cognito::UserPool';
const CLIENT = 'AWS::Cognito::UserPoolClient';

const variables = (template: Template, name: string) =>
  get(
    functionsOf(template).find(([candidate]) => candidate === name)?.[1],
    'Properties.Environment.Variables',
  ) as Record<string, unknown>;

const faultsOf = (rules: readonly [boolean, string][]) =>
  rules.flatMap(([isRight, what]) => (isRight ? [] : [what]));

/** The rules of sign-up and sign-in, and the protection of accounts against deletion by mistake. */
export function checkPool(template: Template): string[] {
  const resource = only(template, POOL);
  const { Properties: pool } = resource;
  const password = (name: string) => get(pool, `Policies.PasswordPolicy.${name}`);
  const kinds = ['Lowercase', 'Uppercase', 'Numbers', 'Symbols'];
  const [trigger = ''] = references(get(pool, 'LambdaConfig.PreSignUp'));
  return faultsOf([
    [Number(password('MinimumLength')) >= 12, 'short passwords'],
    [kinds.every((kind) => password(`Require${kind}`) === true), 'plain passwords'],
    [Number(password('TemporaryPasswordValidityDays')) <= 3, 'invitations that stay'],
    [pool.DeletionProtection === 'ACTIVE', 'unprotected'],
    [resource.DeletionPolicy === 'Retain', 'not kept'],
    [pool.MfaConfiguration === 'OPTIONAL', 'no second factor'],
    [listAt(pool, 'EnabledMfas').join() === 'SOFTWARE_TOKEN_MFA', 'a factor by telephone'],
    [get(pool, 'AdminCreateUserConfig.AllowAdminCreateUserOnly') === true, 'open to strangers'],
    [trigger.startsWith('checksignup'), 'nobody is asked'],
    [variables(template, 'checksignup').SIGN_UP === 'invited', 'another rule'],
    [
      get(pool, 'AccountRecoverySetting.RecoveryMechanisms.0.Name') === 'verified_email',
      'recovery',
    ],
    [listAt(pool, 'AutoVerifiedAttributes').join() === 'email', 'addresses unproved'],
    [
      listAt(pool, 'UserAttributeUpdateSettings.AttributesRequireVerificationBeforeUpdate')[0] ===
        'email',
      'a new address unproved',
    ],
    [get(pool, 'UsernameConfiguration.CaseSensitive') === false, 'two users of one address'],
    [pool.UserPoolTier === 'LITE', 'another price'],
  ]);
}

/**
 * A public client: a code with PKCE to three addresses of this machine, nothing else, and tokens
 * that end.
 */
export function checkSignInClient(template: Template): string[] {
  const client = only(template, CLIENT, 'PeoplePoolCommandLine').Properties;
  return faultsOf([
    [client.GenerateSecret === false, 'a secret'],
    [listAt(client, 'AllowedOAuthFlows').join() === 'code', 'another flow'],
    [listAt(client, 'AllowedOAuthScopes').join() === 'openid,email', 'more than it needs'],
    [listAt(client, 'CallbackURLs').join() === CLI_REDIRECT_URIS.join(), 'another redirect'],
    [
      listAt(client, 'ExplicitAuthFlows').every((flow) => flow === 'ALLOW_REFRESH_TOKEN_AUTH'),
      'passwords by the API',
    ],
    [client.PreventUserExistenceErrors === 'ENABLED', 'tells who is there'],
    [client.EnableTokenRevocation === true, 'tokens that stay'],
    [client.AccessTokenValidity === 60, 'long access tokens'],
    [client.RefreshTokenValidity === 30 * 24 * 60, 'long refresh tokens'],
    [listAt(client, 'WriteAttributes').join() === 'email', 'writes more'],
    [listAt(client, 'SupportedIdentityProviders').join() === 'COGNITO', 'other providers'],
  ]);
}

/** Functions accept the pool's tokens, by its keys, for this client alone. */
export function checkTokenIssuer(template: Template): string[] {
  const [[poolId = ''] = []] = all(template, POOL);
  const clientIds = all(template, CLIENT).map(([id]) => `<${id}>`);
  const issuer = { 'Fn::GetAtt': [poolId, 'ProviderName'] };
  const isSame = (value: unknown, parts: unknown) =>
    JSON.stringify(value) === JSON.stringify(parts);
  const taking = functionsOf(template).filter(([name]) => variables(template, name)?.TOKEN_ISSUER);
  const domain = show(only(template, 'AWS::Cognito::UserPoolDomain').Properties.Domain);
  const { TOKEN_USER_INFO_URL } = variables(template, 'accountandteamcalls');
  const userInfo = String(resolveIn('eu-west-1', template, TOKEN_USER_INFO_URL));
  return faultsOf([
    ...['accountandteamcalls', 'projectcalls', 'projectkeycalls', 'webhookcalls'].map(
      (entry): [boolean, string] => [
        taking.some(([name]) => name === entry),
        `${entry}: takes none`,
      ],
    ),
    ...taking.flatMap(([name]): [boolean, string][] => {
      const set = variables(template, name);
      return [
        [isSame(set.TOKEN_ISSUER, { 'Fn::Join': ['', ['https://', issuer]] }), `${name}: issuer`],
        [
          isSame(set.TOKEN_KEYS_URL, {
            'Fn::Join': ['', ['https://', issuer, '/.well-known/jwks.json']],
          }),
          `${name}: keys`,
        ],
        [set.TOKEN_AUDIENCE_CLAIM === 'client_id', `${name}: claim`],
        [show(set.TOKEN_AUDIENCES) === clientIds.join(','), `${name}: audience`],
      ];
    }),
    [/^imagewell-.*StackId/.test(domain), 'an address that somebody may have'],
    [
      /^https:\/\/<\w+>\.auth\.eu-west-1\.amazoncognito\.com\/oauth2\/userInfo$/.test(userInfo),
      'userinfo',
    ],
  ]);
}
