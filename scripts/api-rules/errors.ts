import { LIMITS } from '../../core/foundation/limits.ts';
import { codesOf, grouped, type RuleArea } from './wording.ts';

export const ERROR_RULES: RuleArea = {
  title: 'Errors',
  introduction: 'Each code, with its title: [errors.md](errors.md).',
  rules: {
    'errors.problem-body':
      'An error is `application/problem+json` (RFC 9457) with `type`, `title`, `status`, `detail`, `code` and `requestId`. `type` is the absolute URL of a page about the code at the CDN, whoever answers. No header of a request decides it. A `code` never changes its meaning.',
    'errors.teach':
      'An error says the next step: `detail` names the fault for users, and the optional `hint` says to developers how to correct it. The words of both may change.',
    'errors.operator-hints':
      "The command of an operator stands in a `hint` for two readers. A caller with an API key of the project reads it without a folder's path. A request of the service's own machine reads it as it is typed there, unless the service has a public URL. Everybody else is sent to who runs the service; an upload key is public and changes nothing.",
    'errors.all-faults':
      'A validation error lists all faults together in `errors`. Each fault has a `pointer` (RFC 6901), a `code` and a `detail`.',
    'errors.bounded': `An error body has at most ${grouped(LIMITS.maxProblemBytes)} bytes and lists at most ${LIMITS.maxReportedFaults} faults. \`more\` is the number of the faults that were left out.`,
    'errors.bad-request': `\`400\` is a malformed or invalid request: ${codesOf(400)}. An empty body, an unparsable body and a duplicate key are \`invalid_json\`. \`invalid_image_reference\` is answered where the reference is the only fault.`,
    'errors.unauthorized': `\`401\` is a missing or invalid credential: ${codesOf(401)}. Keys that are unknown, malformed, expired, revoked or of the other kind get the same answer. The answer to an invalid upload key has no CORS headers.`,
    'errors.forbidden': `\`403\` is a request that its valid credential, its origin, its signature or its plan doesn't permit: ${codesOf(403)}.`,
    'errors.not-found': `\`404\` is an unknown resource: ${codesOf(404)}. Its \`detail\` never repeats the reference.`,
    'errors.method-not-allowed':
      '`405 method_not_allowed` names the allowed methods in `Allow`. It also answers `OPTIONS` on a call without CORS. `OPTIONS` on an image is `204`.',
    'errors.conflict': `\`409\` is a conflict with the state of the resource: ${codesOf(409)}.`,
    'errors.gone': `\`410\` is a resource whose time has ended: ${codesOf(410)}.`,
    'errors.payload-too-large': `\`413 payload_too_large\` states the limit in \`maxBytes\`: ${grouped(LIMITS.maxUploadBytes)} for an upload, ${grouped(LIMITS.maxJsonBytes)} for JSON. The answer to an upload names the direct upload. The limits of Lambda and API Gateway give the same answer.`,
    'errors.body-read-to-end':
      'The service reads the body of a refused upload to its end before it closes the connection. A client therefore sees the answer instead of a reset.',
    'errors.unsupported-media-type':
      '`415 unsupported_media_type` answers an upload whose Content-Type is missing or not accepted, a JSON call that is not `application/json`, and any Content-Encoding but `identity`. Parameters of the media type are ignored.',
    'errors.unprocessable-image': `\`422\` is an image that can't be accepted or made: ${codesOf(422)}. \`temporary_image_refused\` states the \`reason\`.`,
    'errors.too-many-requests': `\`429\` is a limit that time lifts: ${codesOf(429)}. \`Retry-After\` states the seconds to wait.`,
    'errors.internal':
      '`500 internal_error` tells the caller nothing about the fault. Other requests are not affected.',
    'errors.clock-steps':
      'A clock that steps back or forward brings nothing back that was deleted, revoked or swept, and loses no quota. It leaves no lease, pause or rate limit longer than its own length. A thing whose end lies ahead again lives until that end.',
    'errors.busy':
      "`503 busy` carries `Retry-After`. It means that a deadline has passed, that a process died, or that a store, database or token issuer can't be reached. The service never permits or refuses in their place.",
    'errors.gateway':
      "Errors of API Gateway itself (unknown path, `413`, throttling, `5xx`) have the service's body and `Access-Control-Allow-Origin: *`. A browser can therefore read them.",
    'errors.nothing-left':
      'A refused call leaves nothing behind. After a `5xx` the call can be sent again immediately: no lease is held, and no object stays that nothing will remove.',
    'errors.check-order':
      'An API request is checked in this order: route, method, credential, scope, origin, rate, Content-Type, length, JSON, `projectId` and role, fields, existence, state, quota. The rate of a user is checked after their role. An image request is checked in this order: method, path, extension, parameters, record, state, signature, quota.',
  },
};
