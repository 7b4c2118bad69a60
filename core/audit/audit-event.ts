import { ROLES, type Role } from '../accounts/roles.ts';

/** Who did something. */
export type AuditActor =
  | {
      readonly kind: 'person';
      readonly accountId: string;
      /** In the project that it was about, at that moment; null where it was about none. */
      readonly role: Role | null;
    }
  | { readonly kind: 'operator' };

/**
 * `unknown` until the end is written: what was cut off or failed on our side may have been carried
 * out or not.
 */
export type AuditOutcome = 'done' | 'refused' | 'unknown';

const ID_FORMS = {
  projectId: /^prj_[a-z2-7]{26}$/,
  accountId: /^acc_[a-z2-7]{26}$/,
  invitationId: /^ivt_[a-z2-7]{26}$/,
  keyId: /^key_[a-z2-7]{26}$/,
  newKeyId: /^key_[a-z2-7]{26}$/,
  secretId: /^sec_[a-z2-7]{26}$/,
  imageId: /^img_[a-z2-7]{26}$/,
  webhookId: /^whk_[a-z2-7]{26}$/,
  deliveryId: /^dlv_[a-z2-7]{26}$/,
  role: new RegExp(`^(${ROLES.join('|')})$`),
} as const;
export type AuditedField = keyof typeof ID_FORMS;
export const AUDITED_FIELDS = Object.keys(ID_FORMS) as AuditedField[];

/**
 * What something was done to: ids, and the role that was given; nothing else can stand here, so no
 * key and no text of anybody's.
 */
export type AuditSubject = Partial<Record<AuditedField, string>>;

/** Something that somebody did or tried, to an account, a project, a member or a key. */
export interface AuditEvent {
  readonly eventId: string;
  /** When it began. */
  readonly at: number;
  /** Null: to none, as far as was known when it began. */
  readonly projectId: string | null;
  /** The name of a call, or of an operator's command. */
  readonly action: string;
  readonly outcome: AuditOutcome;
  /** Why it was refused. */
  readonly code: string | null;
  readonly actor: AuditActor;
  readonly subject: AuditSubject;
  /** Names of the other fields that were sent, never their values. */
  readonly fields: readonly string[];
  /** Null: where the operator's command ran. */
  readonly sourceAddress: string | null;
  readonly requestId: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of these objects, the first that has one, whose values have the form that they should.
 */
export function auditSubjectOf(...sources: readonly Fields[]): AuditSubject {
  const pairs = AUDITED_FIELDS.flatMap((name) => {
    const value = sources.find((source) => Object.hasOwn(source, name))?.[name];
    return typeof value === 'string' && ID_FORMS[name].test(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}

/**
 * What was done to what, by what was sent and answered: a key that came in another's place is
 * `newKeyId`; a role is one that was sent, since the one that is answered is often the caller's
 * own.
 */
export function answeredSubject(sent: Fields, { role: _, ...answer }: Fields): AuditSubject {
  const key = (answer.key ?? {}) as Fields;
  const isNew = sent.keyId !== undefined && key.keyId !== sent.keyId;
  const result = isNew ? { newKeyId: key.keyId } : { keyId: key.keyId };
  const { webhookId } = (answer.webhook ?? {}) as Fields;
  return auditSubjectOf(sent, answer, result, { webhookId });
}

/** Names of what was sent beside what a subject tells. */
export function otherFields(sent: Fields): string[] {
  return Object.keys(sent).filter((name) => !(AUDITED_FIELDS as string[]).includes(name));
}
