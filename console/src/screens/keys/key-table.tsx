import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { mayCall } from '../../state/projects.ts';
import { KEYS_TEXTS, KIND_TEXTS, SCOPE_TEXTS } from '../../texts/keys-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { EndBadge } from '../../ui/end-badge.tsx';
import { ACTIONS, type Column, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { KEY_KINDS } from './key-kinds.ts';

export interface ScopesProps {
  readonly of: ApiKey;
  /** All are named, where otherwise "all scopes" stands. */
  readonly areAllNamed?: boolean;
}

/** The scopes of an API key. */
export function Scopes({ of: { scopes }, areAllNamed = false }: ScopesProps) {
  if (!areAllNamed && scopes.length === Object.keys(SCOPE_TEXTS).length) {
    return <span class="chip">{KEYS_TEXTS.allScopes}</span>;
  }
  return (
    <span>
      {scopes.map((scope) => (
        <span key={scope} class="chip" title={SCOPE_TEXTS[scope]}>
          {scope}
        </span>
      ))}
    </span>
  );
}

export interface KeyTableProps {
  readonly kind: KeyKind;
  readonly keys: readonly ApiKey[];
  readonly now: number;
  /** The name of an account. */
  readonly nameOf: (accountId: string | null) => string;
  readonly onRotate: (key: ApiKey) => void;
  readonly onRevoke: (key: ApiKey) => void;
}

function Actions({ of, kind, onRotate, onRevoke }: KeyTableProps & { readonly of: ApiKey }) {
  const { rotates, revokes } = KEY_KINDS[kind];
  if (of.replacedBy !== null) {
    if (!mayCall(revokes)) return null;
    const label = KEYS_TEXTS.endNowOf(of.name);
    return (
      <Button size="small" isDanger label={label} onClick={() => onRevoke(of)}>
        {KEYS_TEXTS.endNow}
      </Button>
    );
  }
  return (
    <>
      {mayCall(rotates) && (
        <Button
          size="small"
          icon="rotate"
          label={KEYS_TEXTS.rotateOf(of.name)}
          onClick={() => onRotate(of)}
        >
          {KEYS_TEXTS.rotate}
        </Button>
      )}
      {mayCall(revokes) && (
        <IconButton
          icon="trash"
          size="small"
          isDanger
          label={KEYS_TEXTS.revokeOf(of.name)}
          onClick={() => onRevoke(of)}
        />
      )}
    </>
  );
}

/** Keys of one kind that work, an old one after the one that takes its place. */
export function KeyTable(props: KeyTableProps) {
  const { kind, keys, now, nameOf } = props;
  const scopes: Column<ApiKey> = { head: KEYS_TEXTS.may, cell: (key) => <Scopes of={key} /> };
  const columns: Column<ApiKey>[] = [
    {
      head: KEYS_TEXTS.name,
      cell: ({ name, replacedBy, createdBy, createdAt }) => (
        <>
          <b>{replacedBy === null ? name : KEYS_TEXTS.old(name)}</b>
          <small>
            {nameOf(createdBy)}, <When at={createdAt} isDay />
          </small>
        </>
      ),
    },
    {
      head: KEYS_TEXTS.key,
      cell: ({ lastFour }) => <code>{`${KEY_KINDS[kind].prefix}…${lastFour}`}</code>,
    },
    ...(kind === 'api' ? [scopes] : []),
    {
      head: KEYS_TEXTS.lastUsed,
      cell: ({ lastUsedAt }) =>
        lastUsedAt === null ? KEYS_TEXTS.notUsed : <When at={lastUsedAt} />,
    },
    {
      head: KEYS_TEXTS.ends,
      cell: ({ expiresAt }) =>
        expiresAt === null ? KEYS_TEXTS.never : <EndBadge at={expiresAt} now={now} />,
    },
    {
      ...ACTIONS,
      cell: (key) => <Actions {...props} of={key} />,
    },
  ];
  return (
    <Table
      label={KIND_TEXTS[kind].title}
      class={kind === 'api' ? 'six' : 'five'}
      columns={columns}
      rows={keys}
      keyOf={({ keyId }) => keyId}
      rowClass={({ replacedBy }) => (replacedBy === null ? undefined : 'ending')}
    />
  );
}
