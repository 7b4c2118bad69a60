import { jsonOf } from '../checks/http-probe.ts';
import { type Check, failed, passed, skipped, warned } from '../checks/run-checks.ts';
import type { VerifySubject } from './subject.ts';

/** Amazon CloudFront Developer Guide, "Test functions": above this, executions may be throttled. */
const MAX_COMPUTE_UTILISATION = 80;

const originAccessControl: Check<VerifySubject> = {
  name: 'origin-access-control',
  title: 'Only the CDN can invoke the renderer',
  failureMeans:
    'Anybody can bypass the CDN and its limits. Check the auth type of the Function URL and the origin access control.',
  async run({ http, renderUrl }) {
    const { status } = await http(new URL('/res/verify', renderUrl).href);
    return status === 403
      ? passed('The Function URL itself answers 403.')
      : failed(`The Function URL itself answers ${status}, not 403.`);
  },
};

const signInPages: Check<VerifySubject> = {
  name: 'sign-in-pages',
  title: 'The token issuer and its sign-in pages respond',
  failureMeans:
    'Users cannot sign in. A new user pool domain takes a minute; afterwards, check it in the Cognito console.',
  async run({ http, tokenIssuer, signInUrl }) {
    if (!tokenIssuer) return skipped('The stack has no token issuer: sign-in is disabled.');
    const discovery = await http(
      `${tokenIssuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    );
    const issuer = jsonOf(discovery)?.issuer;
    if (discovery.status !== 200 || issuer !== tokenIssuer) {
      return failed(
        `The discovery document answers ${discovery.status} and has the issuer ${issuer}.`,
      );
    }
    const keys = await http(jsonOf(discovery).jwks_uri);
    if (keys.status !== 200 || !Array.isArray(jsonOf(keys)?.keys)) {
      return failed(`The public keys of the issuer answer ${keys.status}.`);
    }
    if (!signInUrl) return passed('Your own token issuer responds.');
    const page = await http(`${signInUrl.replace(/\/$/, '')}/login`);
    // without a client the page is an error of Cognito's own, which shows that the domain is up
    return page.status < 500
      ? passed('The token issuer, its keys and the sign-in pages respond.')
      : failed(`The sign-in pages answer ${page.status}.`);
  },
};

const idsOf = ({ resources }: VerifySubject, type: string): string[] =>
  resources.filter((resource) => resource.type === type).map(({ physicalId }) => physicalId);

const alarms: Check<VerifySubject> = {
  name: 'alarms',
  title: 'Every alarm exists and has an action',
  failureMeans: 'Failures would go unnoticed. Deploy again with `alarmEmail` or `alarmTopicArn`.',
  async run(subject) {
    const names = idsOf(subject, 'AWS::CloudWatch::Alarm');
    if (names.length === 0) return failed('The stack has no alarm.');
    const found = await subject.listAlarms(names);
    const missing = names.filter((name) => !found.some((resource) => resource.name === name));
    if (missing.length > 0) {
      return failed(`${missing.length} of ${names.length} are missing: ${missing[0]} …`);
    }
    const silent = found.filter(({ actions }) => actions === 0).length;
    return silent > 0
      ? warned(`All ${names.length} alarms exist; ${silent} of them have no action.`)
      : passed(`All ${names.length} alarms exist and have an action.`);
  },
};

const dashboard: Check<VerifySubject> = {
  name: 'dashboard',
  title: 'The dashboard exists',
  failureMeans: 'The dashboard was deleted. Deploy again.',
  async run(subject) {
    const [name] = idsOf(subject, 'AWS::CloudWatch::Dashboard');
    if (!name) return failed('The stack has no dashboard.');
    return (await subject.hasDashboard(name))
      ? passed(`${name} exists.`)
      : failed(`${name} is missing.`);
  },
};

/** The most that a request makes the function do: every kind of parameter, and a long `Accept`. */
const HEAVY_REQUEST = {
  version: '1.0',
  context: { eventType: 'viewer-request' },
  viewer: { ip: '192.0.2.1' },
  request: {
    method: 'GET',
    uri: `/res/img_${'a'.repeat(26)}.auto`,
    querystring: Object.fromEntries(
      Object.entries({
        width: '1200',
        height: '800',
        quality: '80',
        fit: 'contain',
        dpr: '1.5',
        crop: '10,10,2000,1500',
        rotate: '90',
        flip: 'true',
        flop: 'true',
        grayscale: 'true',
        blur: '2.5',
        sharpen: '1.5',
        background: 'ffffff80',
        position: 'bottom-right',
        enlarge: 'true',
        utm_source: 'x'.repeat(200),
      }).map(([name, value]) => [name, { value }]),
    ),
    headers: { accept: { value: `image/avif,${'text/html;q=0.5,'.repeat(40)}image/webp` } },
    cookies: {},
  },
};

/** In the name of the function of images; those of the site and of old addresses do little. */
const EDGE_FUNCTION = 'EdgeFunction';

const edgeFunction: Check<VerifySubject> = {
  name: 'edge-function',
  title: 'The compute utilisation of the edge function is low',
  failureMeans:
    'CloudFront may throttle the function and answer 503. Report the value; use fewer parameters per URL.',
  async run(subject) {
    const name = idsOf(subject, 'AWS::CloudFront::Function')
      .map((id) => id.split('/').pop())
      .find((one) => one?.includes(EDGE_FUNCTION));
    if (!name) return skipped('The stack has no distribution.');
    try {
      const computeUtilisation = await subject.measureEdgeFunction(name, HEAVY_REQUEST);
      return computeUtilisation < MAX_COMPUTE_UTILISATION
        ? passed(`The maximum is ${computeUtilisation} %.`, { computeUtilisation })
        : failed(`The maximum is ${computeUtilisation} %.`);
    } catch (error) {
      if ((error as Error).name !== 'NoSuchResource') throw error;
      return skipped('This endpoint of CloudFront cannot test functions.');
    }
  },
};

export const STACK_CHECKS: readonly Check<VerifySubject>[] = [
  originAccessControl,
  signInPages,
  alarms,
  dashboard,
  edgeFunction,
];
