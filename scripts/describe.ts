import { LIMITS } from '../core/foundation/limits.ts';
import { PROBLEMS } from '../core/foundation/problems.ts';
import type { ConfiguredPlans } from '../core/projects/plans.ts';
import { FORMAT_NAMES, FORMATS } from '../core/transform/formats.ts';
import { defaultOf, PARAMETER_WORDS } from '../core/transform/parameter-words.ts';
import { PARAMETER_NAMES, PARAMETERS } from '../core/transform/parameters.ts';
import { STEPS } from '../core/transform/transformation.ts';
import {
  DELETION,
  EVENT_ALARMS,
  EXAMPLE_MONTHS,
  estimateMonthlyCost,
  MILLION_EVENTS,
  PRICES,
} from '../lib/monthly-cost.ts';
import { SETTINGS } from '../lib/settings.ts';
import { GENERATED, table } from './markdown.ts';

/** docs/transformations.md, from the tables of parameters and formats. */
export function describeTransformations(): string {
  const parameters = PARAMETER_NAMES.map((name) => {
    const { summary, example } = PARAMETER_WORDS[name];
    const { values } = PARAMETERS[name];
    return [`\`${name}\``, summary, values, defaultOf(name), `\`${name}=${example}\``];
  });
  const formats = FORMAT_NAMES.map((name) => {
    const { extensions, contentType, defaultQuality, hasAnimation, hasAlpha, maxOutputPixels } =
      FORMATS[name];
    const yes = (is: boolean) => (is ? 'yes' : 'no');
    const spelled = extensions.map((one) => `\`.${one}\``).join(', ');
    const facts = [contentType, defaultQuality ?? '–', yes(hasAlpha), yes(hasAnimation)];
    return [spelled, ...facts, maxOutputPixels.toLocaleString('en')];
  });
  return `${GENERATED}
# Transformations

\`{cdn_url}/res/<id>.<extension>?<parameters>\`. The order of the parameters doesn't matter; unknown ones are ignored, a
known one that is malformed, out of bounds or given twice is \`400 invalid_parameter\`. The steps run in this order: ${Object.values(STEPS).join(', ')}. Nothing is enlarged unless \`enlarge=true\`.
A project may take less than this: [signed-urls.md](signed-urls.md).

${table(['Parameter', 'What it does', 'Values', 'Default', 'Example'], parameters)}

## Formats

${table(['Extension', 'Content-Type', 'Default quality', 'Transparency', 'Animation', 'Most pixels'], formats)}

The most pixels are counted over all frames of a result.

## Auto

\`.auto\` goes by the \`Accept\` header: AVIF or WebP where it names them (\`image/avif\`, \`image/webp\`; the higher weight, at the same AVIF), else the
format that the picture is stored in. Wildcards name nothing. The edge puts what is named into the cache key, as one of four classes and never as the
header itself, and every answer says \`Vary: Accept\`; a picture costs one rendition for each format that it comes to. An animation is never made AVIF,
which would keep one frame. AVIF of up to ${LIMITS.maxQuickAvifPixels.toLocaleString('en')} pixels is made at once. A larger one that is not stored yet is made in the
background: WebP, or the stored format, is served for ${LIMITS.forNowMaxAgeSeconds} seconds in its place. The addresses that the API answers name a format;
put \`.auto\` in its place where the browser is to decide.
`;
}

/** docs/errors.md, from THE error table. */
export function describeErrors(): string {
  const rows = Object.entries(PROBLEMS)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, title }]) => [status, `\`${code}\``, title]);
  return `${GENERATED}
# Errors

Every error is \`application/problem+json\` (RFC 9457): \`type\`, \`title\`, \`status\`, \`detail\`, a stable \`code\`, \`requestId\`, and where
fields are at fault \`errors: [{pointer, code, detail}]\` with all of them at once. The code is in the header \`X-Error-Code\` too.

At most ${LIMITS.maxToldFaults} faults are told, in at most ${LIMITS.maxProblemBytes} bytes; \`more\` is the number of the others, and absent where there are none. In a \`pointer\` a name of more than ${LIMITS.maxToldNameLength} characters ends in \`…\`.

${table(['Status', 'Code', 'Title'], rows)}
`;
}

const EXAMPLE_PLANS: ConfiguredPlans = {
  team: {
    maxImages: 1000,
    maxTransformationsPerMonth: 5000,
    maxBandwidthBytesPerMonth: 100_000_000_000,
    maxProjects: null,
  },
};

/** docs/configuration.md: the limits, from their table. */
export function describeConfiguration(): string {
  const rows = Object.entries(LIMITS).map(([name, value]) => [
    `\`${name}\``,
    value.toLocaleString('en'),
  ]);
  return `${GENERATED}
# Configuration

## The local service

${table(
  ['Option', 'Environment', 'Default', 'Meaning'],
  [
    ['`--port N`', '`PORT`', '8080', 'The port on the loopback interface.'],
    [
      '`--data DIR`',
      '`DATA_DIR`',
      '`.data`',
      'Where records, pictures and `credentials.json` are: a folder of its own, which is closed to everybody but its owner. No symbolic link.',
    ],
    [
      '`--plan NAME`',
      '',
      "the account's plan",
      'Another plan for the local account, for this start: `unlimited` lifts the Free plan.',
    ],
    [
      '`--host ADDRESS`',
      '',
      'the loopback interface',
      'For containers, whose loopback nobody else reaches.',
    ],
    ['`--rate-limits`', '', 'off', 'Turns the limit of uploads by the minute on, for this start.'],
    ['`--events`', '', 'off', 'Tells of changes, for this start: [events.md](events.md).'],
    [
      '`--no-sign-in`',
      '',
      'sign-in is on',
      'Nobody signs in, for this start: the issuer of the local service asks for no password. Tokens of `npm run token` go on.',
    ],
  ],
)}

## Behind a reverse proxy

The local service is for development; what the internet reaches belongs on AWS ([deploy.md](deploy.md)). Where a proxy stands before it all the same, for colleagues or a tunnel:

- **Start it with \`--no-sign-in\`.** The issuer asks for no password: whoever reaches its page can be anybody. By itself it refuses (404) what isn't of this machine: another address, another \`Host\`, HTTP/1.0, a page of another origin, and any request with \`Forwarded\`, \`X-Forwarded-*\`, \`X-Real-IP\`, \`CDN-Loop\` or \`Via\`. A proxy that adds none of these and speaks HTTP/1.1 can't be told from a client of this machine: only the option is a wall.
- Let the proxy add \`X-Forwarded-For\` and \`X-Forwarded-Proto\`, as they all can. The service trusts neither and reads neither: \`--rate-limits\` and the trail see the proxy's address.
- Addresses that are answered (\`imageUrl\`, \`temporaryImageUrl\`, the form of a direct upload) name \`http://127.0.0.1:PORT\`: send the visitors' requests on under the same paths, and have your pages put your own host in their place.
- Let it take bodies of ${LIMITS.maxDirectUploadBytes.toLocaleString('en')} bytes and a form around them (nginx: \`client_max_body_size 26m\`), and have it pass \`Origin\` and \`Access-Control-*\` on unchanged: the list of allowed origins is held to them.
- Let it keep no answers: nobody tells it of a deletion, and \`s-maxage\` is 30 days.
- \`--host\` isn't needed: a proxy on the same machine reaches the loopback interface. With it every machine around reaches the API.

## Plans

Plans beside \`free\` and \`unlimited\` stand in \`plans.json\` of the data folder, in the cloud in the setting \`plans\`: at most ${LIMITS.maxConfiguredPlans}, each with every limit, \`null\` for any amount.

\`\`\`json
${JSON.stringify(EXAMPLE_PLANS, null, 2)}
\`\`\`

With \`"mayExceedQuota": true\` projects on the plan may say \`quotaMode: log\`: then what the plan does not hold is logged, and nothing of theirs is refused for it. On any other plan but \`unlimited\` that is \`403 plan_forbids_log_mode\`, and a mode that was set before is without effect.

They are read at the start, or set by the deploy. An account whose plan is in neither is held to \`free\`, and the log says so.

## Limits

They are constants of the service, in \`core/foundation/limits.ts\`, each with its source.

${table(['Limit', 'Value'], rows)}
`;
}

const SETTINGS_PART = /(<!-- settings[^>]*-->\n).*(<!-- \/settings -->)/s;

/** docs/deploy.md with its table of settings from THE settings, all else as it is. */
export function describeDeploy(text: string): string {
  const rows = SETTINGS.map(({ name, summary, whenMissing }) => {
    const isOff = whenMissing === undefined || String(whenMissing) === '';
    return [`\`${name}\``, summary, isOff ? '–' : `\`${whenMissing}\``];
  });
  const settings = table(['Setting', 'Meaning', 'Default'], rows);
  return text.replace(SETTINGS_PART, (_, begin, end) => `${begin}\n${settings}\n\n${end}`);
}

/** docs/costs.md, from the prices and the formula. */
export function describeCosts(): string {
  const months = Object.entries(EXAMPLE_MONTHS).map(([name, work]) => {
    const parts = estimateMonthlyCost(work);
    return { name, parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
  });
  const dollars = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 2 });
  const names = Object.keys(months[0]?.parts ?? {});
  const rows = [
    ...names.map((name) => [name, ...months.map(({ parts }) => dollars(parts[name] ?? 0))]),
    ['**together**', ...months.map(({ total }) => `**${dollars(total)}**`)],
  ];
  return `${GENERATED}
# What it costs

US dollars a month by list prices of us-east-1, November 2025, and the formula of \`lib/monthly-cost.ts\`; look the prices up before you rely on them.
A view is 50 KB; nine of ten are answered by the CDN (19 of 20 at 100 million). \`metering\` is there with the setting \`cdnAccessLogs\` alone. \`objects\`, \`records\` and \`logs\` are paid when they are written and for as long as they are kept; \`traces\` are X-Ray's.

${table(['', ...months.map(({ name }) => name)], rows)}

A bad URL costs a CDN request and a run of the edge function, never a run of sharp: 1.10 dollars a million once CloudFront's free share is used up. A well-formed id that no picture has is one that only the origin knows of: an
execution of the renderer that makes nothing, a read, a line and mostly a trace, seven dollars a million, each such answer kept for ten seconds at the edge. A web ACL (\`wafAclArn\`) ends such a flood. What a flood of *valid* new sizes can cost is bounded by the
plan: each new rendition counts as a transformation.

A deletion costs at most half a cent at the CDN (${DELETION} dollars): one path, the tag that its image and temporary image share, the first ${dollars(PRICES.freeInvalidationPaths)} of a month free. It takes a second path only where an answer with the image was on its way
to the CDN when the image was deleted. More than ${LIMITS.maxImageTagsOfProject} images of a project that are purged together cost one path, the project's tag; the project's other images are then asked of the origin once more. A million images
deleted by \`delete-images\`, a hundred a call, are purged in batches of up to a hundred: ${dollars((1e6 * DELETION) / 100)} dollars where each batch is full.

With \`events=on\` there are ${EVENT_ALARMS} alarms more (${dollars(EVENT_ALARMS * PRICES.alarm)} dollars), and a million events, each sent to one webhook, cost about ${dollars(MILLION_EVENTS)} dollars; to the bus alone about 2.
`;
}
