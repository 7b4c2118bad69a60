import type { Settings } from './settings.ts';

/** Rules that hold between settings, told beside the faults of each. */
export function describeConflicts(given: Readonly<Record<string, unknown>>): string[] {
  const has = (name: keyof Settings) => given[name] !== undefined;
  const target = given.target ?? 'aws';
  const conflicts: [boolean, string][] = [
    [
      has('apiDomainName') !== has('apiCertificateArn'),
      'apiDomainName and apiCertificateArn go together',
    ],
    [
      has('cdnDomainNames') !== has('cdnCertificateArn'),
      'cdnDomainNames and cdnCertificateArn go together',
    ],
    [
      new Set([has('tokenIssuer'), has('tokenKeysUrl'), has('tokenAudiences')]).size > 1,
      'tokenIssuer, tokenKeysUrl and tokenAudiences go together',
    ],
    [
      target === 'aws' &&
        [given.tokenIssuer, given.tokenKeysUrl, given.tokenUserInfoUrl].some((url) =>
          `${url}`.startsWith('http:'),
        ),
      'tokenIssuer, tokenKeysUrl and tokenUserInfoUrl: in AWS they are https',
    ],
    [
      has('tokenUserInfoUrl') && !has('tokenIssuer'),
      'tokenUserInfoUrl: says nothing without tokenIssuer',
    ],
    [
      given.userPool === 'create' && has('tokenIssuer'),
      'userPool and tokenIssuer: people sign in at one issuer',
    ],
    [
      (given.signUp === 'domains') !== has('signUpDomains'),
      'signUp=domains and signUpDomains go together',
    ],
    [
      (has('signUp') || has('signInMfa')) && (has('tokenIssuer') || given.userPool === 'none'),
      'signUp and signInMfa are of the user pool, which there is none of',
    ],
    [has('alarmEmail') && has('alarmTopicArn'), 'alarmEmail and alarmTopicArn exclude each other'],
    [
      target === 'localstack' && given.cdnAccessLogs === 'standard',
      'cdnAccessLogs: localstack has no CDN that could write them',
    ],
    [target === 'localstack' && !has('cdnUrl'), 'cdnUrl: localstack has no CDN, say where it is'],
    [
      target !== 'ministack' && has('recordCallsTo'),
      'recordCallsTo: only functions of ministack run on this machine',
    ],
    [target === 'aws' && has('cdnUrl'), 'cdnUrl: in AWS it is cdnDomainNames or the distribution'],
  ];
  return conflicts.flatMap(([isWrong, message]) => (isWrong ? [message] : []));
}
