import { ROLES } from '../../core/accounts/roles.ts';
import { QUOTA_MARKS } from '../../core/events/quota-marks.ts';
import { LIMITS } from '../../core/foundation/limits.ts';
import { LOCAL_DEVELOPMENT_ORIGIN } from '../../core/projects/allowed-origins.ts';
import { PLANS } from '../../core/projects/plans.ts';
import { THUMBNAIL } from '../../core/projects/thumbnail-address.ts';
import { asCode, decimalBytes, duration, type RuleArea } from './wording.ts';

const { free } = PLANS;

export const QUOTA_RULES: RuleArea = {
  title: 'Plans and quotas',
  introduction:
    'Exact under concurrency: `security.exact-quotas`. Floods: `security.bounded-flood`. Both are in [SECURITY.md](../SECURITY.md).',
  rules: {
    'quotas.plans': `A plan belongs to an account, and its counts cover all projects of the account. A new account has the plan \`free\`: ${free.maxImages} images, ${free.maxTransformationsPerMonth} transformations and ${decimalBytes(free.maxBandwidthBytesPerMonth)} a month, ${free.maxProjects} projects. \`unlimited\` has no limits; the operator configures others.`,
    'quotas.projects':
      'An account owns at most as many projects as its plan allows, exactly under concurrency. A deleted project counts until its purge.',
    'quotas.images':
      'The quota of images counts saved images that are not deleted. Above it a save is `403 image_quota_exceeded`, and the temporary image stays. A deletion frees its place immediately.',
    'quotas.transformations':
      'The quota of transformations counts distinct renditions that are made in a UTC month. A stored rendition costs nothing again, and identical concurrent requests count one. `auto` counts as the format that is made.',
    'quotas.failed-renditions':
      'A rendition that fails costs nothing: an error, a killed process, a wait or a refusal. An image whose renditions time out costs at most one unit a month, whatever the URL. A rendition that timed out backs off alone, and `Retry-After` says until when: 15 seconds, doubled by each further timeout up to a day. The image as a whole backs off where a small rendition timed out, or four different ones within a day. A success opens the image and its own rendition.',
    'quotas.over-limit': `Above the quota of transformations a new rendition is \`429\` until the month ends, or the stored image for ${LIMITS.overQuotaMaxAgeSeconds} seconds with \`overQuota: original\`. Stored renditions and images without parameters are still served.`,
    'quotas.thumbnails': `\`list-images\` and \`get-image\` give a member of the project a \`thumbnailUrl\`; with an API key it is null. It shows the whole image in one small size, within ${THUMBNAIL.width} × ${THUMBNAIL.height} pixels. Its signature covers the image, the size and the end, which is one to two hours away. It needs no other signature, no allowed size and no unit of a quota, and no count contains it. It shows pending images too, and it ends with the image. Its answers are \`Cache-Control: private\`.`,
    'quotas.month': 'A month is a calendar month in UTC and ends with 23:59:59.999.',
    'quotas.bandwidth':
      'Bandwidth is an estimate: the bytes that the CDN sent, from its access logs, minutes late. Each log file counts once, whatever fails. Above the quota an event is sent, and everything is served.',
    'quotas.bandwidth-refusal':
      'A project with `overBandwidth: refuse`, or with a plan that has `refusesOverBandwidth`, refuses its images above the quota. They are `429 bandwidth_quota_exceeded`, with `Retry-After` to the end of the month. It begins with the log that shows the excess, and purges the copies of the CDN. It ends with the month, a larger plan or another choice. Addresses of reviewers and thumbnails of members are served.',
    'quotas.warnings': `A quota sends one event when it reaches ${QUOTA_MARKS.map(({ percent }) => `${percent} %`).join(' and one at ')}.`,
    'quotas.log-mode':
      'A project with `quotaMode: log` is refused nothing for its quotas; each excess is logged. It needs a plan with `mayExceedQuota`, else `403 plan_forbids_log_mode`, and it ends with that plan.',
  },
};

export const ACCOUNT_RULES: RuleArea = {
  title: 'Accounts and members',
  introduction: '[calls.md](calls.md) has the credential and the role that each endpoint needs.',
  rules: {
    'accounts.first-sign-in': `Users sign in with OpenID Connect. The first call of a user creates the account and its default project, which allows \`${LOCAL_DEVELOPMENT_ORIGIN}\`. Concurrent first calls make one account.`,
    'accounts.identity':
      'A user is the issuer and the subject of the token, never an e-mail address.',
    'accounts.access-tokens':
      'An access token is verified by the published keys of its issuer: signature, an asymmetric algorithm, issuer, audience and expiry. Without a configured issuer no token is accepted.',
    'accounts.deletion': `\`delete-account\` deletes all projects of the account, and is refused while others belong to one of them. It needs a sign-in of the last ${duration(LIMITS.freshSignInMs)}. Restoring a project cancels it.`,
    'accounts.export':
      '`export-account` answers the account and its projects with settings, members, keys and usage, page by page, and never a key.',
    'members.roles': `A member has one of the roles ${asCode(ROLES)}, each with the permissions of those before it. The endpoint table states the role of each call. A change acts on the next request.`,
    'members.no-escalation':
      'A member cannot give, change or remove a role above their own. A member may always leave.',
    'members.last-owner':
      'The owner whose plan the project uses stays an owner until they transfer the project. If several owners leave concurrently, one stays.',
    'members.invitations': `An invitation works once, within ${duration(LIMITS.invitationLifeMs)}, for the user whose verified address it names. Its code is answered once. For as long after the acceptance, accepting it again is 200 for its member, and changes nothing. It ends with the inviter's permission to give the role. A project has at most ${LIMITS.maxOpenInvitations} open invitations.`,
    'members.invitation-details': `\`get-invitation\` shows an open invitation to who has its code, without a credential: its project, role, inviter and end, never the invited address. It changes nothing. Every other code is \`404 invitation_not_found\`. For an expired one that is still stored the refusal adds \`endedAt\` and \`inviterName\`. One network may ask ${LIMITS.maxInvitationReadsPerMinute} times a minute, IPv6 by /64.`,
    'members.ownership-transfer':
      'An ownership transfer makes the receiving member the owner and the former one an admin. It needs room on the plan of the receiver, whose quotas count the images from then on. No count is lost or doubled.',
    'members.image-calls':
      'Image calls of an API key are also open to members of a sufficient role, with `projectId`. Where the body is bytes, the header `X-Project-Id` has it.',
  },
};

export const PROJECT_RULES: RuleArea = {
  title: 'Projects',
  introduction: 'Fields of requests and answers: [calls.md](calls.md).',
  rules: {
    'projects.settings':
      'A project is created with the given settings or their defaults, and without allowed origins unless they are given. `update-project` sets each given field as a whole. A change acts on the next request.',
    'projects.deletion':
      "`delete-project` stops keys and delivery immediately, and needs the project's name and the role `owner`. The purge then leaves nothing but the receipt. It resumes after any failure and leaves other projects alone.",
    'projects.restore': `A deleted project can be restored with all that it has for ${duration(LIMITS.projectRestoreMs)}. Once the purge has begun it is \`410 project_purged\`. Its owners read the receipt for ${duration(LIMITS.projectReceiptMs)}.`,
    'projects.empty':
      'The default project can be emptied and not deleted. `empty-project` keeps what comes later.',
    'operator.suspension':
      "A suspended project's keys open nothing, its members change nothing, and nothing of it is served. Its members see since when and why. All is back when it is resumed.",
    'operator.upload-limit': `The operator can raise the limit of \`uploads.own-rate-limit\` for one project, to at most ${LIMITS.maxRaisedUploadsPerMinute} images a minute and for at most ${duration(LIMITS.maxRaisedUploadMs)}. Then that rule applies again.`,
    'operator.takedown':
      "A blocked image is served in no form and can't be saved again. Its owners see the reason. It is served again when it is unblocked.",
  },
};

export const CALL_RULES: RuleArea = {
  title: 'Calls',
  introduction:
    'Requests and answers of all calls, generated from the endpoint table: [calls.md](calls.md). `/api/v1/` only gains fields; `Deprecation` and `Sunset` headers announce a removal six months ahead.',
  rules: {
    'calls.success-status': 'Every call answers `200` when it succeeds.',
    'calls.openapi':
      '[openapi.json](openapi.json) is the machine-readable form of all calls, built from the same tables. It names every problem code, and no operation twice. Every object of a request or a result is a named schema, and no schema has a list of types ([generated clients](calls/generators.md)).',
    'calls.upload-temporary-image':
      '`upload-temporary-image` answers `temporaryImageUrl` and `expiresAt`.',
    'calls.create-direct-upload':
      "`create-direct-upload` answers `url` and `fields` as AWS's createPresignedPost does, with `temporaryImageUrl` and `expiresAt`.",
    'calls.get-direct-upload':
      '`get-direct-upload` answers `state`, `temporaryImageUrl` and `expiresAt`, with `reason` and `detail` of rejected bytes.',
    'calls.project-uploads':
      '`upload-project-image`, `create-project-upload` and `get-project-upload` do the same with an API key or an access token. They need no upload key and look at no origin.',
    'calls.get-image': '`get-image` describes a saved image by its id or URL until it is deleted.',
    'calls.list-images': `\`list-images\` answers ${LIMITS.defaultListedImages} images a page unless \`limit\` asks for another number, at most ${LIMITS.maxListedImages}, newest first unless \`order\` is \`oldest\`. An image that exists throughout is listed once. A cursor of another list is refused.`,
    'calls.search': `\`list-images\` takes conditions, and lists the images that meet all of them. They are up to ${LIMITS.maxListedPairs} pairs of \`metadata\`, up to ${LIMITS.maxSearchedWords} words of \`search\`, \`formats\`, \`sha256\`, \`review\` and a span. \`createdFrom\` is within the span, \`createdTo\` isn't. A word is a run of letters, marks and digits, without case. \`*\` behind it finds words that begin with it. An image has the words of its file name, then of its metadata values in the order of their keys. As many are found as fit into ${LIMITS.maxTermsOfImage} rows of the index: nineteen different ones always do. A call reads at most ${LIMITS.maxSearchRows.toLocaleString('en')} rows, however many images the project has. So a page may have fewer images than its limit, and even none, though its cursor is not null. On one machine a change is found immediately. In AWS words, formats and SHA-256 follow a change within two seconds, and pairs immediately.`,
    'calls.get-deletion-status':
      '`get-deletion-status` answers the `state` and the steps with their times. An unknown image is `404`.',
    'calls.explain-transformation':
      '`explain-transformation` answers the result that delivery would give, for refused queries too. It has the parameters, ignored ones, errors, output, whether it is stored, its cost in units, and its price in CPU. `didYouMean` has the nearest parameter of up to five ignored ones. `withoutEffect` has a wish for `hdr` that the result doesn’t meet, with the reason.',
    'calls.get-usage':
      '`get-usage` answers `used` and `limit` of each quota, of the account or of one project. It states when the month ends, and the five images with the most bytes sent.',
    'calls.get-usage-by-day': `\`get-usage-by-day\` answers the saved images, renditions and sent bytes of a project on each of the last ${LIMITS.usageDays} days in UTC. Today is the last, and days without usage are zeros. No quota depends on it, and no request fails for it. A project's days end with the project.`,
    'calls.get-image-usage': `\`get-image-usage\` answers the requests and the sent bytes of a saved image on each of the last ${LIMITS.usageDays} days in UTC. They come from the CDN's logs, minutes late, a log counted once. Without metering and for days without requests they are zeros. They end with the image.`,
  },
};
