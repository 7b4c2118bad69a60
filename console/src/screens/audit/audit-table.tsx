import type { AuditEventsPage } from 'imagewell-client';
import type { IconName } from '../../icons/icons.ts';
import {
  AUDIT_TEXTS,
  describeAction,
  OUTCOME_TEXTS,
  SUBJECT_TEXTS,
} from '../../texts/audit-texts.ts';
import { ROLE_NAMES } from '../../texts/shell-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { LongText } from '../../ui/long-text.tsx';
import { Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

export type AuditEvent = AuditEventsPage['events'][number];

const LOOK_OF: Readonly<
  Record<AuditEvent['outcome'], { readonly kind: 'ok' | 'bad' | 'warn'; readonly icon: IconName }>
> = {
  done: { kind: 'ok', icon: 'check' },
  refused: { kind: 'bad', icon: 'x' },
  unknown: { kind: 'warn', icon: 'warn' },
};

/** The ids that an event is about, without the project that the page is about. */
function subjectsOf({ subject }: AuditEvent) {
  const names = Object.keys(SUBJECT_TEXTS) as (keyof AuditEvent['subject'])[];
  return names.flatMap((name) => {
    const value = subject[name];
    return value === undefined || name === 'projectId' ? [] : [{ name, value }];
  });
}

function Subject({ of, nameOf }: { readonly of: AuditEvent; readonly nameOf: NameOf }) {
  const subjects = subjectsOf(of);
  if (subjects.length === 0 && of.fields.length === 0) return <>{AUDIT_TEXTS.none}</>;
  return (
    <ul class="subjects">
      {subjects.map(({ name, value }) => {
        const known = name === 'accountId' ? nameOf(value) : undefined;
        return (
          <li key={name}>
            <span class="dim">{SUBJECT_TEXTS[name]}</span>{' '}
            {known ? (
              <LongText text={known} />
            ) : (
              <code class="clip" title={value}>
                {value}
              </code>
            )}
            {name !== 'role' && (
              <CopyButton text={value} what={`${SUBJECT_TEXTS[name]} ID ${value}`} />
            )}
          </li>
        );
      })}
      {of.fields.length > 0 && <li class="dim">{AUDIT_TEXTS.fields(of.fields)}</li>}
    </ul>
  );
}

type NameOf = (accountId: string) => string | undefined;

function Who({ actor, nameOf }: { readonly actor: AuditEvent['actor']; readonly nameOf: NameOf }) {
  if (actor.kind === 'operator') {
    return (
      <>
        <b>{AUDIT_TEXTS.operator}</b>
        <small>{AUDIT_TEXTS.operatorAbout}</small>
      </>
    );
  }
  if (actor.keyId) {
    return (
      <>
        <b>{AUDIT_TEXTS.apiKey}</b>
        <small>
          <LongText text={actor.keyId} />
        </small>
      </>
    );
  }
  return (
    <>
      <b>
        <LongText text={nameOf(actor.accountId ?? '') ?? AUDIT_TEXTS.formerMember} />
      </b>
      {actor.role && <small>{ROLE_NAMES[actor.role]}</small>}
    </>
  );
}

function Result({ of: { outcome, code } }: { readonly of: AuditEvent }) {
  return (
    <span>
      <Badge {...LOOK_OF[outcome]}>{OUTCOME_TEXTS[outcome]}</Badge>
      {code && <code class="why">{code}</code>}
    </span>
  );
}

export interface AuditTableProps {
  readonly events: readonly AuditEvent[];
  /** The name of an account; undefined where it is no member. */
  readonly nameOf: NameOf;
}

/** Events of the trail, the newest first. */
export function AuditTable({ events, nameOf }: AuditTableProps) {
  return (
    <Table
      label={AUDIT_TEXTS.table}
      class="six audit"
      rows={events}
      keyOf={({ eventId }) => eventId}
      columns={[
        {
          head: AUDIT_TEXTS.what,
          cell: ({ action }) => (
            <>
              <b>{describeAction(action)}</b>
              <small class="mono">{action}</small>
            </>
          ),
        },
        {
          head: AUDIT_TEXTS.who,
          cell: ({ actor }) => (
            <span>
              <Who actor={actor} nameOf={nameOf} />
            </span>
          ),
        },
        { head: AUDIT_TEXTS.about, cell: (event) => <Subject of={event} nameOf={nameOf} /> },
        { head: AUDIT_TEXTS.result, cell: (event) => <Result of={event} /> },
        {
          head: AUDIT_TEXTS.from,
          cell: ({ sourceAddress }) =>
            sourceAddress === null ? AUDIT_TEXTS.none : <code>{sourceAddress}</code>,
        },
        {
          head: AUDIT_TEXTS.when,
          class: 'r acts',
          cell: ({ at, requestId }) => (
            <>
              <When at={at} />
              {requestId && (
                <CopyButton text={requestId} what={`${AUDIT_TEXTS.requestId} ${requestId}`} />
              )}
            </>
          ),
        },
      ]}
    />
  );
}
