import { ROLES, type Role } from '../accounts/roles.ts';

/** The actor of an event. */
export type AuditActor =
  | {
      readonly kind: 'person';
      readonly accountId: string;
      /** In the event's project, at that moment; null without a project. */
      readonly role: Role | null;
    }
  /** A program with an API key of the event's project. */
  | { readonly kind: 'apiKey'; readonly keyId: string }
  | { readonly kind: 'operator' };

/**
 * `unknown` until the outcome is written: an act that was interrupted or failed in the service may
 * have been carried out.
 */
export const AUDIT_OUTCOMES = ['done', 'refused', 'unknown'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

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
 * The subject of an act: ids, and the given role. No other values are possible, so no key and no
 * caller's text.
 */
export type AuditSubject = Partial<Record<AuditedField, string>>;

/** An act or an attempt on an account, a project, a member or a key. */
export interface AuditEvent {
  readonly eventId: string;
  /** The time when it began. */
  readonly at: number;
  /** Null: none, as far as was known when it began. */
  readonly projectId: string | null;
  /** The name of a call, or of an operator's command. */
  readonly action: string;
  readonly outcome: AuditOutcome;
  /** The reason for a refusal. */
  readonly code: string | null;
  readonly actor: AuditActor;
  readonly subject: AuditSubject;
  /** Names of the other fields that were sent, never their values. */
  readonly fields: readonly string[];
  /** Null: the operator's command ran locally. */
  readonly sourceAddress: string | null;
  readonly requestId: string | null;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of these objects with a value of the required form, from the first object that has
 * one.
 */
export function auditSubjectOf(...sources: readonly Fields[]): AuditSubject {
  const pairs = AUDITED_FIELDS.flatMap((name) => {
    const value = sources.find((source) => Object.hasOwn(source, name))?.[name];
    return typeof value === 'string' && ID_FORMS[name].test(value) ? [[name, value]] : [];
  });
  return Object.fromEntries(pairs);
}

/**
 * The subject of an act, from its request and response: the key that replaced another is
 * `newKeyId`. The role is the requested one, because the response's is often the caller's own.
 */
export function answeredSubject(sent: Fields, { role: _, ...answer }: Fields): AuditSubject {
  const key = (answer.key ?? {}) as Fields;
  const isNew = sent.keyId !== undefined && key.keyId !== sent.keyId;
  const result = isNew ? { newKeyId: key.keyId } : { keyId: key.keyId };
  const { webhookId } = (answer.webhook ?? {}) as Fields;
  return auditSubjectOf(sent, answer, result, { webhookId });
}

/** Names of the sent fields that are not in the subject. */
export function otherFields(sent: Fields): string[] {
  return Object.keys(sent).filter((name) => !(AUDITED_FIELDS as string[]).includes(name));
}
