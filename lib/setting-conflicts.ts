import type { Settings } from './settings.ts';

type Given = Readonly<Record<string, unknown>>;

type Conflict = readonly [isWrong: boolean, message: string];

const messagesOf = (conflicts: readonly Conflict[]): string[] =>
  conflicts.flatMap(([isWrong, message]) => (isWrong ? [message] : []));

/** Rules of emulators, which lack parts of AWS. */
function describeConflictsOfEmulator(given: Given, target: unknown): string[] {
  const has = (name: keyof Settings) => given[name] !== undefined;
  return messagesOf([
    [
      target === 'localstack' && given.cdnAccessLogs === 'standard',
      'cdnAccessLogs: not supported on localstack, which has no CDN',
    ],
    [target === 'localstack' && !has('cdnUrl'), 'cdnUrl: required on localstack, which has no CDN'],
    [
      target !== 'ministack' && has('recordCallsTo'),
      'recordCallsTo: only supported on ministack, whose functions run on this machine',
    ],
    [
      target !== 'aws' && (given.fipsEndpoints === 'on' || given.dualStackEndpoints === 'on'),
      'fipsEndpoints and dualStackEndpoints: not supported on emulators, which have one endpoint',
    ],
    [
      target !== 'aws' && has('privateImageKeys'),
      'privateImageKeys: not supported on emulators, which check no signatures',
    ],
  ]);
}

/** Rules between settings, reported with the faults of each. */
export function describeConflicts(given: Given): string[] {
  const has = (name: keyof Settings) => given[name] !== undefined;
  const target = given.target ?? 'aws';
  const conflicts: Conflict[] = [
    [
      has('apiDomainName') !== has('apiCertificateArn'),
      'apiDomainName and apiCertificateArn: must be set together',
    ],
    [
      has('cdnDomainNames') !== has('cdnCertificateArn'),
      'cdnDomainNames and cdnCertificateArn: must be set together',
    ],
    [
      new Set([has('tokenIssuer'), has('tokenKeysUrl'), has('tokenAudiences')]).size > 1,
      'tokenIssuer, tokenKeysUrl and tokenAudiences: must be set together',
    ],
    [
      target === 'aws' &&
        [given.tokenIssuer, given.tokenKeysUrl, given.tokenUserInfoUrl].some((url) =>
          `${url}`.startsWith('http:'),
        ),
      'tokenIssuer, tokenKeysUrl and tokenUserInfoUrl: must use https in AWS',
    ],
    [has('tokenUserInfoUrl') && !has('tokenIssuer'), 'tokenUserInfoUrl: requires tokenIssuer'],
    [has('consoleClientId') && !has('tokenIssuer'), 'consoleClientId: requires tokenIssuer'],
    [
      given.userPool === 'create' && has('tokenIssuer'),
      'userPool and tokenIssuer: cannot be combined; users sign in at one issuer',
    ],
    [
      (given.signUp === 'domains') !== has('signUpDomains'),
      'signUp=domains and signUpDomains: must be set together',
    ],
    [
      (has('signUp') || has('signInMfa')) && (has('tokenIssuer') || given.userPool === 'none'),
      'signUp and signInMfa: require a user pool',
    ],
    [given.rekognition === 'on' && given.events !== 'on', 'rekognition=on: requires events=on'],
    [has('alarmEmail') && has('alarmTopicArn'), 'alarmEmail and alarmTopicArn: cannot be combined'],
    [target === 'aws' && has('cdnUrl'), 'cdnUrl: not supported in AWS; use cdnDomainNames'],
  ];
  return [...messagesOf(conflicts), ...describeConflictsOfEmulator(given, target)];
}
