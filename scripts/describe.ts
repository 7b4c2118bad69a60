import { START_OPTIONS } from '../admin/start-options.ts';
import { lastStoreAt } from '../core/foundation/in-flight-time.ts';
import { LIMITS } from '../core/foundation/limits.ts';
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
  MILLION_COUNTED_ALONE,
  MILLION_EVENTS,
  MILLION_EXTENDED_ANSWERS,
  MILLION_LEFT_ALONE,
  PRICES,
  REKOGNITION_ALARMS,
  THOUSAND_CLASSIFIED,
  thousandPointed,
} from '../lib/monthly-cost.ts';
import { SETTINGS } from '../lib/settings.ts';
import { GENERATED, table } from './markdown.ts';
import { describeRegions } from './regions/describe-regions.ts';

/** docs/transformations.md, from the tables of parameters and formats. */
export function describeTransformations(): string {
  const parameters = PARAMETER_NAMES.map((name) => {
    const { summary, example } = PARAMETER_WORDS[name];
    const { values } = PARAMETERS[name];
    return [`\`${name}\``, summary, values, defaultOf(name), `\`${name}=${example}\``];
  });
  const formulas = PARAMETER_NAMES.flatMap((name) => {
    const { formula } = PARAMETER_WORDS[name];
    return formula === undefined ? [] : [[`\`${name}\``, formula]];
  });
  const formats = FORMAT_NAMES.map((name) => {
    const { extensions, contentType, defaultQuality, hasAnimation, hasAlpha, maxOutputPixels } =
      FORMATS[name];
    const yes = (holds: boolean) => (holds ? 'yes' : 'no');
    const spelled = extensions.map((extension) => `\`.${extension}\``).join(', ');
    const facts = [contentType, defaultQuality ?? '–', yes(hasAlpha), yes(hasAnimation)];
    return [spelled, ...facts, maxOutputPixels.toLocaleString('en')];
  });
  return `${GENERATED}
# Transformations

\`{cdn_url}/res/<id>.<extension>?<parameters>\`. The order of the parameters doesn't matter; unknown ones are ignored ([below](#ignored-parameters)). A known one that is malformed, out of bounds or given twice is \`400 invalid_parameter\`. The steps have a fixed order ([below](#order)). Nothing is enlarged unless \`enlarge=true\`. A project may take less than this: [signed-urls.md](signed-urls.md).

## Parameters

${table(['Parameter', 'Effect', 'Values', 'Default', 'Example'], parameters)}

<!-- figures: parameters -->

## Order

${Object.values(STEPS)
  .map((step, at) => `${at + 1}. ${step}`)
  .join('\n')}

## Formulas

${table(['Parameter', 'Result'], formulas)}

The values of a pixel are 0 to 255 in sRGB, and alpha is 0 to 255. Each result is rounded to a whole number and held within these bounds before the next step.

## Formats

${table(['Extension', 'Content-Type', 'Default quality', 'Transparency', 'Animation', 'Maximum pixels'], formats)}

The maximum applies to the sum of all frames of a result.

## Price

A rendition may cost at most ${LIMITS.maxRenditionPriceMs.toLocaleString('en')} ms of CPU, by a formula for the dearest pixels. Above it the answer is \`422 image_too_large\`, which names the dearest parts and what to lower. \`explain-transformation\` answers \`price\`, for a refused query too. Large results with \`blur\`, \`sharpen\` or many frames are dear; results without them are within the bound up to the maximum of pixels. Where its encoder alone is too dear, a WebP, an AVIF or a GIF is encoded with faster settings, and has more bytes. [performance.md](performance.md#the-price-of-a-rendition) has figures.

## Auto quality

\`quality=auto\` chooses the number by the pixels of the result, so that different images look about equally good. It is for JPEG, WebP and AVIF. The aim is a score of SSIMULACRA2, which compares the result with its pixels before the encoder. 78 is the mean of the default numbers, 70 is high and 85 excellent quality.

| Value | Aim | jpg: within 3 points, kB | webp: within 3 points, kB | avif: within 3 points, kB |
|---|---|---|---|---|
| \`auto-low\` | 70 | 77 %, 13.7 | 54 %, 10.7 | 53 %, 8.0 |
| \`auto\` | 78 | 84 %, 19.6 | 75 %, 14.0 | 71 %, 10.9 |
| \`auto-high\` | 85 | 85 %, 29.5 | 89 %, 20.1 | 85 %, 15.6 |
| default number | – | mean score 78.9, 19.3 | mean score 79.5, 14.5 | mean score 79.7, 10.4 |

One number for all images is within 3 points of 78 for 53 % (jpg), 39 % (webp) and 41 % (avif) of them. The shares are of 232 results of 208 images of all kinds, 24 of them 700 or 1000 pixels wide. The sizes are of 208 results at 400. The model had not seen them ([decision 120](decisions/0120-cheap-renditions-by-settings-that-four-kinds-of-images-chose.md)).

This is a promise of evenness, not of smaller files. At an equal mean score the files are 2 to 10 % larger in sum, because busy images need more than calm ones give back. It is no bound: fine patterns of saturated colours can miss the aim by 20 points and more. Photographs miss it least.

The same pixels always have the same number. The first frame of an animation decides for all its frames, and clear pixels count as white. A frame above 8 megapixels gets a fixed number. The choice takes about 4 ms of CPU, whatever the size.

## File names

\`/res/<id>/red-bridge.webp?width=400\` is the same image as \`/res/<id>.webp?width=400\`. The name is for search engines and for readers of the address. It changes neither the image nor the quota, and all names of an image share one entry of the CDN. Calls that take the URL of an image take it with a name, too.

A name has up to 80 characters in percent-encoded UTF-8; one beyond the Basic Multilingual Plane counts twice. The extension follows its last dot. It doesn't begin with a dot or a space. Control characters, invisible marks and any of \`" % * / : < > ? \\ | ~\` are \`404 route_not_found\`. The name is not stored, and anybody can write another one into an address, as after a \`#\`. No signature covers it.

\`download=1\` has browsers save the image instead of showing it: \`/res/<id>/red-bridge.webp?download=1\` becomes the file \`red-bridge.webp\`. Without a name in the URL, the file is named by the ID. The name of the original file is never sent. The extension is of the bytes, also with \`.auto\`. It is the same rendition, and it may stand beside a preset or a listed size. A signature covers \`download\`, so sign the URL with it.

## Ignored parameters

An unknown parameter changes nothing: not the image, not the cache key, not the quota. The local service names up to five of them in the header \`X-Ignored-Parameters\`, a list (RFC 9651) with the nearest known name of each: \`"widht";nearest=width\`. \`nearest=extension\` says that the extension of the path chooses the format. The log warns once a name. In AWS the setting \`tellIgnored\` adds the header to images; it is off by default because it has a price ([costs.md](costs.md)). \`explain-transformation\` lists all of them in \`ignored\`.

## Auto

\`.auto\` negotiates the format by the \`Accept\` header. The result is AVIF or WebP if the header names \`image/avif\` or \`image/webp\`: the one with the higher weight, and AVIF at equal weights. Otherwise it is the stored format; wildcards are ignored. The cache key has one of four classes of \`Accept\` and never the header itself, and every response has \`Vary: Accept\`. An image costs one rendition for each negotiated format.

An animation is converted to AVIF only with \`frame=0\`, because AVIF would keep one frame. AVIF of up to ${LIMITS.maxQuickAvifPixels.toLocaleString('en')} pixels is made immediately. A larger AVIF that is not stored yet is made in the background. Meanwhile WebP or the stored format is served with a cache lifetime of ${LIMITS.forNowMaxAgeSeconds} seconds. The URLs that the API returns have a fixed format; replace it with \`.auto\` to let the browser decide.
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

/** The options of `npm start` as rows. */
function startOptions(): string[][] {
  const options = Object.entries(START_OPTIONS);
  return options.map(([name, { value, variable, key, fallback, meaning }]) => [
    `\`--${name}${value === undefined ? '' : ` ${value}`}\``,
    variable === undefined ? '' : `\`${variable}\``,
    key === undefined ? '' : `\`${key}\``,
    typeof fallback === 'string' ? `\`${fallback}\`` : '',
    meaning.replace(/\(docs\/([\w-]+\.md)\)/, '([$1]($1))'),
  ]);
}

/** docs/configuration.md: the limits, from their table. */
export function describeConfiguration(): string {
  const rows = Object.entries(LIMITS).map(([name, value]) => [
    `\`${name}\``,
    value.toLocaleString('en'),
  ]);
  return `${GENERATED}
# Configuration

## The local service

${table(['Option', 'Environment', 'File', 'Default', 'Meaning'], startOptions())}

\`npx imagewell start --help\` prints the same, and each other command of \`npm run\` has \`--help\`, too.

## A settings file

\`--config FILE\` is a JSON object with the keys of the column *File*. A list is an array, or text with commas. [settings.schema.json](settings.schema.json) describes it to an editor. Flags have precedence, then environment variables, then the file. All faults of all sources are reported together.

## Behind a reverse proxy

[public.md](public.md) is about a public address: \`--public-url\`, \`--trust-proxy\` and \`--issuer\`. Without \`--public-url\`, returned URLs have the host \`http://127.0.0.1:PORT\`. The development issuer then rejects requests from outside this machine with 404: another address, another \`Host\`, HTTP/1.0 or a page of another origin. It also rejects any request with \`Forwarded\`, \`X-Forwarded-*\`, \`X-Real-IP\`, \`CDN-Loop\` or \`Via\`. A proxy that speaks HTTP/1.1 and adds none of these looks like a local client, so give \`--public-url\`, or \`--no-sign-in\`.

## Plans

Additional plans beside \`free\` and \`unlimited\` are in \`plans.json\` of the data folder, or in the setting \`plans\` in the cloud. There may be at most ${LIMITS.maxConfiguredPlans}, each with every limit; \`null\` is no limit.

\`\`\`json
${JSON.stringify(EXAMPLE_PLANS, null, 2)}
\`\`\`

\`"mayExceedQuota": true\` permits \`quotaMode: log\` for projects on the plan: usage beyond the quotas is then logged and not rejected. On any other plan but \`unlimited\` this mode returns \`403 plan_forbids_log_mode\`, and an existing mode has no effect.

\`"refusesOverBandwidth": true\` refuses the images of all projects on the plan above its bandwidth ([bandwidth](calls/projects.md#update-project)). A project can choose the same by \`overBandwidth: refuse\`.

Plans are read at startup, or set by the deploy. If the plan of an account is not configured, \`free\` applies and the log has a warning.

## Limits

Limits are constants of the service in \`core/foundation/limits.ts\`, each with its source.

${table(['Limit', 'Value'], rows)}
`;
}

const REGIONS_PART = /(<!-- regions[^>]*-->\n).*(<!-- \/regions -->)/s;
const SETTINGS_PART = /(<!-- settings[^>]*-->\n).*(<!-- \/settings -->)/s;

/** docs/deploy.md with its tables of settings and regions from THE tables, all else as it is. */
export function describeDeploy(text: string): string {
  const rows = SETTINGS.map(({ name, summary, whenMissing }) => {
    const isOff = whenMissing === undefined || String(whenMissing) === '';
    return [`\`${name}\``, summary, isOff ? '–' : `\`${whenMissing}\``];
  });
  const settings = table(['Setting', 'Meaning', 'Default'], rows);
  return text
    .replace(SETTINGS_PART, (_, begin, end) => `${begin}\n${settings}\n\n${end}`)
    .replace(REGIONS_PART, (_, begin, end) => `${begin}\n${describeRegions()}\n\n${end}`);
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
    ['**total**', ...months.map(({ total }) => `**${dollars(total)}**`)],
  ];
  return `${GENERATED}
# Costs

The table shows US dollars per month at list prices of us-east-1, November 2025, by the formula of \`lib/monthly-cost.ts\`. Check the current prices before you rely on them. A view is 50 KB; the CDN serves nine of ten (19 of 20 at 100 million). \`metering\` applies only with the setting \`cdnAccessLogs\`. \`objects\`, \`records\` and \`logs\` include writes and storage; \`traces\` are those of X-Ray.

${table(['', ...months.map(({ name }) => name)], rows)}

The site costs its requests, each an invocation of its function, and a few megabytes in S3: below a cent per month without visitors. It needs no alarm and no Lambda function.

An invalid URL costs a CDN request and an invocation of the edge function, never of the renderer. That is 1.10 dollars per million beyond the free tier of CloudFront. So does an old address (\`/old/…\`) that can be no route. A well-formed ID without an image reaches the origin, and so does a well-formed old address without a route. It costs an invocation without a rendition, a read, a log line and usually a trace: seven dollars per million. The CDN caches each such response for ten seconds. A web ACL (\`wafAclArn\`) stops such a flood. The plan limits the cost of a flood of *valid* new sizes: each new rendition counts as a transformation.

A thousand uploads in AVIF of 12 megapixels cost about 4 cents of function time, and a thousand in SVG about 1 cent. Their conversion took 1.5 s and 0.5 s of CPU, in functions of 1,769 MB.

An overlay costs function time with each new rendition, and no unit of its own. An image took 6 ms of CPU more at 1,200 pixels of width, and a text 33 ms. The first text of a process took 0.16 s more, since it loads the renderer of texts and the font. A thousand renditions with a text cost 0.1 cents more.

A deletion costs at most half a cent at the CDN (${DELETION} dollars). It is one invalidation path, the cache tag that an image shares with its temporary image. The first ${dollars(PRICES.freeInvalidationPaths)} paths of a month are free. A second path is needed only if a response with the image was in flight to the CDN when the image was deleted. More than ${LIMITS.maxImageTagsOfProject} images of a project that are purged together cost one path, the cache tag of the project. The CDN then requests the other images of the project from the origin once more. A million images deleted by \`delete-images\`, a hundred per call, are purged in batches of up to a hundred: ${dollars((1e6 * DELETION) / 100)} dollars with full batches.

\`events=on\` adds ${EVENT_ALARMS} alarms (${dollars(EVENT_ALARMS * PRICES.alarm)} dollars). A million events, each sent to one webhook, cost about ${dollars(MILLION_EVENTS)} dollars; to the bus only, about 2.

\`rekognition=on\` adds ${REKOGNITION_ALARMS} alarms (${dollars(REKOGNITION_ALARMS * PRICES.alarm)} dollars). A thousand images that Amazon Rekognition classifies cost about ${dollars(THOUSAND_CLASSIFIED)} dollars, ${dollars(PRICES.rekognitionThousand)} of them for Rekognition itself. A thousand focal points cost about ${dollars(thousandPointed(1))} dollars for faces, and ${dollars(thousandPointed(2))} for images without a face, which need a second call. A found point purges the CDN only if a visitor has requested the image by then, or its save is ${lastStoreAt(0) / 1000} seconds ago. Such a purge is two paths, a cent. A million new images of projects without either setting cost ${dollars(MILLION_LEFT_ALONE)} dollars.

An image is found by its words, its format and its bytes, and each costs a write. These are 12 of an image with five words, and 40 at the most. They are in \`records\`. A million saved images cost 7.5 dollars for that, and 25 at the most. A change of metadata writes the words that it adds, and removes those that it drops. A search reads 1,000 rows at the most, which cost less than 0.0002 dollars.

Each image's own numbers are a part of \`metering\`. They take one write in a transaction for each image of a log, however many requests it has there. With a different image in each request, a million requests cost ${dollars(MILLION_COUNTED_ALONE)} dollars, the most that they can. Addresses of images that don't exist cost none. A deletion costs at most three writes more.

Kept bytes (\`keepDays\`) cost their storage for so long, as any original: \`storedBytes\`. A worker looks at each of them every day, which is two reads and a write. Without the setting they cost nothing.

Flat-rate plans: CloudFront has sold plans without overage charges since 18 November 2025, each for one distribution. Pro is 15 dollars a month, Business 200 and Premium 1,000; Free costs nothing. They include 10, 125 and 500 million requests a month, and Free one million. Free has 100 GB of transfer, and the others 50 TB. AWS WAF, DNS, log ingestion and CloudFront Functions are in the price; Lambda, DynamoDB and S3 requests are not. AWS may slow a distribution that exceeds its plan. A plan needs a web ACL, and functions that no other distribution has: this stack shares none. Neither a setting of this service nor \`aws-cdk-lib\` 2.276 chooses a plan, so subscribe in AWS's console. It wasn't tried with this stack. With 100 million views of 50 KB a month, Business replaces some 440 dollars of \`cdnBytes\`, \`cdnRequests\` and \`edgeFunction\`. These are AWS's prices of November 2025; [CloudFront pricing](https://aws.amazon.com/cloudfront/pricing/) has the current ones.

Cache tags: CloudFront keeps at most 50 tags of a response, each of at most 256 characters. AWS publishes this in the page "What you need to know when invalidating tags", as read in November 2026. A response of this service has two: its image and its project.

\`tellIgnored=on\` runs a second CloudFront function for each response with a status below 400. It costs ${dollars(MILLION_EXTENDED_ANSWERS)} dollars per million, and uses up the same free tier of ${dollars(PRICES.edgeFunctionFree)} invocations: 100 million views cost ${dollars(MILLION_EXTENDED_ANSWERS * 100)} dollars more.

Private images (\`privateImageKeys\`) have such a second function too, at the same price for each of their responses. Key groups, public keys and standard parameters of SSM are free. A grant is one call of the API, and its signature takes about a millisecond of processor time.
`;
}
