import { grouped, type RuleArea } from './wording.ts';

export const LOCAL_RULES: RuleArea = {
  title: 'The local service',
  introduction:
    'Durability, full disks and file modes: `security.acknowledged-is-durable`, `security.full-disk` and `security.private-data-folder` in [SECURITY.md](../SECURITY.md).',
  rules: {
    'local.one-command':
      '`npm start` runs the API and the CDN on one port of the loopback interface. It needs no Docker and no account, and does all five operations.',
    'local.ranges':
      '`Range` with one range of bytes is answered with `206` for images, and with `416` beyond their end. Several ranges are answered with the whole, and so is an `If-Range` of another answer. In AWS CloudFront answers ranges from its cache, and a first request with the whole.',
    'local.absolute-target':
      'A request whose target is an absolute URL is answered as one for its path. The host of the URL takes the place of `Host`.',
    'local.options':
      '`--port` and `--data` (`PORT`, `DATA_DIR`) set the port and the data folder. An invalid value is refused.',
    'local.settings':
      'Settings come from flags, environment variables and the JSON file of `--config`, in this order. All faults of all sources are reported together, each with its source.',
    'local.public-url':
      '`--public-url` is the address of API, console and forms of direct uploads, `--cdn-url` the host of image URLs. Image URLs of both hosts and of loopback names are accepted.',
    'local.trust-proxy':
      '`X-Forwarded-For`, `X-Forwarded-Proto` and `X-Forwarded-Host` are read from the proxies of `--trust-proxy` only. Rate limits and audit events then have the address of the client.',
    'local.objects':
      '`--objects s3://BUCKET` keeps image files in an S3-compatible store. The start checks the bucket by a conditional write. A data folder remembers the store of its files, and a start with another one is refused.',
    'local.object-backup':
      'Backup, verify and restore take the bucket of `--objects`. They are refused for any place but the one of the service. A failing store ends them, and is never a missing original.',
    'local.container':
      'The image of the Dockerfile runs as another user than root, on a read-only file system and without capabilities. It writes to `/data` only. SIGTERM ends it with 0, also during its start.',
    'local.issuer':
      '`--issuer` replaces the local OpenID provider with another OpenID Connect issuer: console, command line and API accept its users. The start reads its discovery document, and fails if it is unusable. While the issuer is silent, tokens are answered with `busy`, and API keys work.',
    'local.plan-option':
      '`--plan` replaces the plan of the local account, for this start only. While limits are lifted it replaces nothing.',
    'local.lifted-limits':
      '`POST /console/lift-limits` puts the account of the local project and the account of the signed-in user on the plan `unlimited`. It takes the requests of `/console/take-over`, from an owner of that project alone, and the audit trail says so. It holds for every start until `POST /console/restore-limits` or `admin accounts set-plan`.',
    'local.startup-banner':
      'The startup banner shows the page to open, the plan with its limits and the command that lifts them, then one line a request. Keys are printed to a terminal only. `--verbose` adds one `curl` for each of the five operations; `--open` opens the page.',
    'local.help':
      'Each command of `npm run` prints its usage, options, defaults and an example with `--help`. An unknown option is refused with the nearest known one, a start that fails says why in one sentence.',
    'local.credentials-file':
      '`credentials.json` of the data folder has mode 0600 and the keys and addresses. Keys and project survive restarts; the URLs follow the port.',
    'local.log':
      'A log line of a request has its time, route, image, status, problem code, cache result, bytes and duration. Lines are text on a terminal and JSON elsewhere, with the fields of the function logs in AWS.',
    'local.metrics':
      '`/metrics` answers requests from this machine under a loopback name only, and none that a proxy forwarded, unless `--metrics any` or `off` says otherwise. No label is an ID or a path.',
    'local.traces':
      '`OTEL_EXPORTER_OTLP_ENDPOINT` turns on traces. Each request has a span within the trace of its `traceparent`, and each function process that worked on it has one. Without it nothing of OpenTelemetry is loaded.',
    'local.sign-in':
      'The local OpenID provider answers requests from this machine under a loopback name only, and none that a proxy forwarded. It is off with `--no-sign-in`, `--issuer`, any `--public-url`, and a `--host` beyond the loopback interface.',
    'local.door':
      'With `--public-url` and without `--issuer`, accounts of the service sign in by a passkey or a password. The first is made by a one-time link: a terminal shows it until an account exists, `npx imagewell admin setup-link` makes it again. It gives the ownership of the local project. `--for EMAIL` makes a link for an account, and `npx imagewell admin end-sessions` ends sessions, those of the development issuer too.',
    'local.take-over':
      '`POST /console/take-over` makes its caller the owner of the project whose keys the banner shows, while no user owns it. The audit trail says so. Without an access token the caller is the owner of this machine, and a ticket signs the browser in. It takes a same-origin request of a page of the service on this machine, and answers 404 to any other. `npx imagewell admin hand-over` makes further owners.',
    'local.samples':
      '`npx imagewell admin sample` and `POST /console/sample`, which takes the same requests, add twelve images that imagewell draws itself; repeating them adds nothing.',
    'local.token-command':
      '`npx imagewell admin token` prints an access token of the local OpenID provider for an e-mail address, and nothing else.',
    'local.graceful-stop':
      'SIGTERM and SIGINT finish the requests in flight, then exit with 0. A port in use is reported.',
    'local.ends-with-npm':
      'A service that npm started ends when npm is gone, however it ended, as by SIGTERM. A service that a supervisor or `nohup` started is left alone.',
    'local.half-closed':
      'A client that closes its sending side after its request gets the whole answer. The connection ends after it.',
    'local.expect-continue':
      'A request with `Expect: 100-continue` gets `100` only if its head is not refused. A refusal by route, method, credential, Content-Type or declared length is sent without `100`, and the connection ends after it.',
    'local.single-owner':
      'A second start on a data folder in use is refused immediately. Function processes of a killed parent end too, and the next start waits for them.',
  },
};

/** Budgets that a test holds: bytes of a deployed package with sharp. */
export const PACKAGE_BUDGETS = {
  rendererPackageBytes: 9_200_000,
  packageBytes: 9_200_000,
  decodingPackageBytes: 10_700_000, // the parsers of CSS have 50 KB of it (decision 101)
} as const;

export const PERFORMANCE_RULES: RuleArea = {
  title: 'Performance',
  introduction: 'Measurements: [performance.md](performance.md).',
  rules: {
    'performance.aws-clients':
      'Each function contains the AWS SDK’s own clients of the services that it calls, and no others. None contains sharp.',
    'performance.package-size': `The deployed renderer, with sharp and the font of texts, has at most ${grouped(PACKAGE_BUDGETS.rendererPackageBytes)} bytes for one architecture. Any other function with sharp has at most ${grouped(PACKAGE_BUDGETS.packageBytes)}. With the decoders of uploads it has at most ${grouped(PACKAGE_BUDGETS.decodingPackageBytes)}.`,
    'performance.lazy-sharp':
      'Stored renditions, `HEAD`, `304` and refusals are answered without loading sharp.',
    'performance.one-encode': 'Identical requests in flight cost one encode.',
    'performance.indexed-lists':
      'A page of a list is one search of an index or one query, whatever the number of images.',
  },
};
