import type { FindFaults } from '../foundation/fault-list.ts';
import { LIMITS } from '../foundation/limits.ts';
import { SCOPES, type Scope } from '../projects/credentials.ts';
import { validatedParts, validatedValue } from './fields.ts';

/** The id of an item of a project, which may be unknown but not malformed. */
function idField(prefix: string, what: string) {
  const form = new RegExp(`^${prefix}_[a-z2-7]{26}$`);
  const detail = `This field must be the ID of ${what} (${prefix}_…).`;
  return validatedValue<string>(
    (sent) =>
      typeof sent === 'string' && form.test(sent) ? undefined : { code: 'invalid_id', detail },
    { type: 'string', pattern: form.source, description: `ID of ${what}.` },
  );
}

/** The id of a key; never the key itself. */
export function keyIdField() {
  return idField('key', 'a key');
}

/** The id of a signing secret; never its text. */
export function secretIdField() {
  return idField('sec', 'a signing secret');
}

const MAX_NAME = LIMITS.maxKeyNameLength;
/** Control characters and lone surrogates, which no store keeps. */
const UNPRINTABLE = /[\p{Cc}\p{Cs}]/u;

/** The name of a key. */
export function keyNameField() {
  const detail = `This field must have 1 to ${MAX_NAME} characters and no control characters.`;
  return validatedValue<string>(
    (sent) => {
      if (typeof sent !== 'string') {
        return { code: 'invalid_type', detail: 'This field must be a string.' };
      }
      const length = [...sent].length;
      const isName = length > 0 && length <= MAX_NAME && !UNPRINTABLE.test(sent);
      return isName ? undefined : { code: 'invalid_name', detail };
    },
    {
      type: 'string',
      minLength: 1,
      maxLength: MAX_NAME,
      description: 'Display name of the key; not necessarily unique.',
    },
  );
}

const UNKNOWN_SCOPE = `Known scopes: ${SCOPES.join(', ')}.`;

const findScopeFaults: FindFaults = (sent, pointer, faults) => {
  const add = (at: string, code: string, detail: string) =>
    faults.add(() => ({ pointer: pointer + at, code, detail }));
  if (!Array.isArray(sent)) {
    add('', 'invalid_type', 'This field must be a list of scopes.');
    return;
  }
  if (sent.length === 0) {
    add(
      '',
      'invalid_count',
      'A key must have at least one scope; omit the field for all scopes but images:grant.',
    );
  }
  const seen = new Set<unknown>();
  for (const [at, scope] of sent.entries()) {
    const isKnown = (SCOPES as readonly unknown[]).includes(scope);
    if (!isKnown) add(`/${at}`, 'unknown_scope', UNKNOWN_SCOPE);
    else if (seen.has(scope)) add(`/${at}`, 'duplicate', 'The list contains this scope twice.');
    seen.add(scope);
  }
};

/** Scopes that restrict an API key (keys.scopes). */
export function scopesField() {
  return validatedParts<readonly Scope[]>(findScopeFaults, {
    type: 'array',
    minItems: 1,
    uniqueItems: true,
    items: { type: 'string', enum: [...SCOPES] },
    description: 'Scopes of the key; all but `images:grant` if absent.',
  });
}

const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;

/** Whether the calendar has the day. */
function isDay(day: string): boolean {
  const at = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** A moment in RFC 3339, in any time zone; a later check requires the future. */
export function momentField(description: string) {
  const detail =
    'This field must be a time according to RFC 3339, for example 2027-01-31T12:00:00Z.';
  return validatedValue<string>(
    (sent) => {
      const [, day] = typeof sent === 'string' ? (RFC_3339.exec(sent) ?? []) : [];
      return day !== undefined && isDay(day) ? undefined : { code: 'invalid_time', detail };
    },
    { type: 'string', format: 'date-time', description },
  );
}
