import { LIMITS } from '../../core/foundation/limits.ts';
import { KEY_PATTERN, SCOPES } from '../../core/projects/credentials.ts';
import { PAUSES_MS } from '../../core/webhooks/delivery.ts';
import { LOOPBACK_WEBHOOKS } from '../../core/webhooks/webhook-url.ts';
import { asCode, duration, grouped, type RuleArea } from './wording.ts';

export const REFERENCE_RULES: RuleArea = {
  title: 'Ids and references',
  rules: {
    'references.ids':
      "An id is `tmp_` or `img_` and 26 characters of RFC 4648's base32 alphabet in lower case (130 random bits). An id is never used again.",
    'references.malformed':
      'A malformed id, and an id of the other kind, is `400 invalid_image_reference` in a call. Under `/res` it is `404 image_not_found`, for `tmp_` `temporary_image_not_found`, without an extension `route_not_found`.',
    'references.urls':
      "Calls accept a bare id, or a URL whose host is one of the service's CDN hosts. Query, fragment and extension are ignored. The local service accepts any loopback name and port.",
  },
};

export const KEY_RULES: RuleArea = {
  title: 'Keys',
  introduction: 'Storage and logs: `security.no-key-in-clear` in [SECURITY.md](../SECURITY.md).',
  rules: {
    'keys.format': `A key matches \`${KEY_PATTERN}\`: the prefix, 30 random base62 characters, and the CRC-32 of both in six base62 characters. A key with a wrong checksum is refused before any database read.`,
    'keys.shown-once':
      'The text of a key is answered once, by the call that creates or rotates it. Lists show its id, name, last four characters, scopes and times.',
    'keys.last-used': `\`lastUsedAt\` is written at most once in ${duration(LIMITS.lastUsedGranularityMs)}, however many requests use the key.`,
    'keys.project': 'A key belongs to one project and one kind, and opens nothing of another.',
    'keys.scopes': `An API key may be limited to some of the scopes ${asCode(SCOPES)}. A key that names none has all of them but \`images:grant\`, which must be named. A rotation keeps the scopes.`,
    'keys.rotation': `A rotation creates a new key. The old key stays valid for an overlap of 0 to ${LIMITS.maxOverlapHours} hours (default ${LIMITS.defaultOverlapHours}), and never longer than before. A key is rotated once.`,
    'keys.revocation':
      'A revoked key is refused from the next request on. A repeated revocation has the same answer.',
    'keys.expiry': 'A key with `expiresAt` is valid to the millisecond before it.',
    'keys.creator':
      'A key record names the account that created or rotated it, or null. The name stays through rotation and revocation.',
    'keys.removed-member':
      'The answer to `remove-member` names the live keys that the member created. The same call revokes them where the caller asks for it.',
  },
};

export const ORIGIN_RULES: RuleArea = {
  title: 'Allowed origins',
  introduction:
    'The list of allowed origins controls which web pages may upload. It is not authentication.',
  rules: {
    'origins.match':
      'An allowed origin matches by scheme, host and port exactly. `http://localhost:*` is any port of `http://localhost`, and not 127.0.0.1. `https://*.example.com` is one level of subdomain. `capacitor://localhost`, `ionic://localhost` and `tauri://localhost` are the pages inside of apps.',
    'origins.list': `A project lists at most ${LIMITS.maxAllowedOrigins} origins of at most ${LIMITS.maxOriginLength} characters. Any other entry than an origin, as browsers send it, or one of these patterns is refused; the answer says what to write. A change acts on the next request.`,
    'origins.cors': `The answer to an allowed origin echoes it in \`Access-Control-Allow-Origin\` with \`Vary: Origin\`, errors too. It exposes \`X-Error-Code\`, \`X-Request-Id\`, \`Retry-After\` and \`ETag\`. A preflight is \`204\` with \`POST\`, \`Content-Type, X-Original-Filename\` and a lifetime of ${LIMITS.preflightMaxAgeSeconds} seconds.`,
    'origins.refused':
      'Another origin, `null` too, is `403 origin_not_allowed` without CORS headers, before the body is read. A log line names the origin and the command that allows it.',
    'origins.refused-list': `\`list-refused-origins\` lists the web origins that were refused in the last ${LIMITS.refusedOriginLifeMs / 86_400_000} days and could be allowed, at most ${LIMITS.maxRefusedOrigins}, preflights too. However many requests are refused, a project writes at most once a minute.`,
    'origins.absent': 'A request without an `Origin` header is accepted.',
  },
};

export const WEBHOOK_RULES: RuleArea = {
  title: 'Webhooks and events',
  introduction: 'Event types and their data: [events.md](events.md).',
  rules: {
    'webhooks.url': `A webhook URL uses https and port 443, names a host, and has no credentials and no fragment. A local service that was started with \`--loopback-webhooks\` also accepts ${LOOPBACK_WEBHOOKS}, and no other service does.`,
    'webhooks.global-addresses':
      'A delivery connects to global unicast addresses only. The name is resolved once for each attempt, and the connection goes to that address. No redirect is followed.',
    'webhooks.signed':
      'A delivery is signed as Standard Webhooks specifies. While a new secret takes over, the signatures of both are sent. The secret is answered once.',
    'webhooks.retries': `A failed delivery is attempted ${PAUSES_MS.length + 1} times over ${Math.floor(PAUSES_MS.reduce((sum, pause) => sum + pause, 0) / 86_400_000)} days under the same id, and is then a dead letter. Dead letters can be listed and sent again for ${duration(LIMITS.webhookDeliveryLifeMs)}.`,
    'webhooks.bounded': `A project has at most ${LIMITS.maxWebhooks} webhooks. An attempt takes at most ${duration(LIMITS.webhookTimeoutMs)}, whatever the receiver does.`,
    'webhooks.test': `\`test-webhook\` sends one event \`webhook.test\` to the named webhook, in one attempt, and records its delivery. A webhook gets one test in ${LIMITS.webhookTestPauseMs / 1000} seconds, however many calls ask for it.`,
    'events.envelope':
      'Each event has one envelope with data of its type. An event that is reported again has the same id.',
    'events.once-acknowledged':
      'Every acknowledged change that has an event type causes that event, whenever the process is killed.',
  },
};

export const AUDIT_RULES: RuleArea = {
  title: 'Audit trail',
  rules: {
    'audit.recorded-first':
      "Each management call of a member is recorded before anything is changed, with who, what, when and from which address. Its result is recorded afterwards. Where the record can't be written, nothing is changed.",
    'audit.refusals':
      'Refused calls of members are recorded with their reason, those of others are not. A repeated acceptance of an invitation, which is answered with 200, is recorded as refused with `already_member`: it is done once.',
    'audit.list': `Admins and owners read a project's trail page by page, newest first, for ${duration(LIMITS.auditMs)}. A page has at most ${grouped(LIMITS.maxListedEvents)} events.`,
  },
};
