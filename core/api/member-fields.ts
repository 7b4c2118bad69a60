import { EMAIL_PATTERN, isEmailAddress, MAX_EMAIL_LENGTH } from '../accounts/email-address.ts';
import { ROLES, type Role } from '../accounts/roles.ts';
import { validatedValue } from './fields.ts';

function idField(prefix: string, what: string) {
  const pattern = `^${prefix}_[a-z2-7]{26}$`;
  const form = new RegExp(pattern);
  const detail = `This field must be the ID of ${what} (${prefix}_…).`;
  return validatedValue<string>(
    (sent) =>
      typeof sent === 'string' && form.test(sent) ? undefined : { code: 'invalid_id', detail },
    { type: 'string', pattern, description: `ID of ${what}.` },
  );
}

/** The account of a member, which may be unknown but not malformed. */
export function memberIdField() {
  return idField('acc', 'an account');
}

/** The id of an invitation, which may be unknown but not malformed. */
export function invitationIdField() {
  return idField('ivt', 'an invitation');
}

/** One of the roles. */
export function roleField(description: string) {
  const detail = `This field must be one of ${ROLES.join(', ')}.`;
  return validatedValue<Role>(
    (sent) => (ROLES.includes(sent as Role) ? undefined : { code: 'invalid_value', detail }),
    { type: 'string', enum: ROLES, description },
  );
}

/** An e-mail address. */
export function emailField(description: string) {
  const detail = 'This field must be an e-mail address.';
  return validatedValue<string>(
    (sent) =>
      typeof sent === 'string' && isEmailAddress(sent)
        ? undefined
        : { code: 'invalid_email', detail },
    { type: 'string', maxLength: MAX_EMAIL_LENGTH, pattern: EMAIL_PATTERN, description },
  );
}
