import { useState } from 'preact/hooks';
import type { ApiKey, KeyKind } from '../../state/api-key.ts';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, mayCall } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { KEYS_TEXTS, KIND_TEXTS } from '../../texts/keys-texts.ts';
import { namesOfMembers } from '../../texts/member-names.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useNow } from '../../ui/hooks/use-now.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { When } from '../../ui/when.tsx';
import { isLive, KEY_KINDS, type MadeKey } from './key-kinds.ts';
import { KeyTable } from './key-table.tsx';
import { MadeKeyDialog } from './made-key-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { RevokeKeyDialog } from './revoke-key-dialog.tsx';
import { RotateKeyDialog } from './rotate-key-dialog.tsx';
import { RotationBanner } from './rotation-banner.tsx';

type Keys = Readonly<Record<KeyKind, readonly ApiKey[]>>;

/** The dialog that is open. */
type Step =
  | { readonly act: 'create'; readonly kind: KeyKind }
  | { readonly act: 'rotate' | 'revoke'; readonly kind: KeyKind; readonly key: ApiKey }
  | { readonly act: 'copy'; readonly kind: KeyKind; readonly made: MadeKey };

const KINDS = Object.keys(KEY_KINDS) as KeyKind[];
const TICK_MS = 1_000;

async function readKeys(projectId: string, signal: AbortSignal) {
  const [api, upload, { members }] = await Promise.all([
    imagewell().listApiKeys({ projectId }, { signal }),
    imagewell().listUploadKeys({ projectId }, { signal }),
    imagewell().listMembers({ projectId }, { signal }),
  ]);
  const keys: Keys = { api: api.keys, upload: upload.keys };
  return { keys, names: namesOfMembers(members) };
}

/** The newest first, and each old key behind the one that takes its place. */
function inOrder(keys: readonly ApiKey[], now: number): readonly ApiKey[] {
  const live = keys.filter((key) => isLive(key, now));
  const ids = new Set(live.map(({ keyId }) => keyId));
  const isBehind = ({ replacedBy }: ApiKey) => replacedBy !== null && ids.has(replacedBy);
  const behind = (key: ApiKey): ApiKey[] => [
    key,
    ...live.filter(({ replacedBy }) => replacedBy === key.keyId).flatMap(behind),
  ];
  return live
    .filter((key) => !isBehind(key))
    .sort((a, b) => b.createdAt.localeCompare(a.createdAt))
    .flatMap(behind);
}

function Ended({ keys, now }: { readonly keys: Keys; readonly now: number }) {
  const ended = KINDS.flatMap((kind) =>
    keys[kind].filter((key) => !isLive(key, now)).map((key) => ({ kind, key })),
  );
  if (ended.length === 0) return null;
  return (
    <details class="more">
      <summary>
        <Icon name="right" />
        {KEYS_TEXTS.ended(ended.length)}
      </summary>
      <ul class="dim ended">
        {ended.map(({ kind, key }) => (
          <li key={key.keyId}>
            {key.name} <code>{`${KEY_KINDS[kind].prefix}…${key.lastFour}`}</code>{' '}
            {key.revokedAt === null ? KEYS_TEXTS.endedOn : KEYS_TEXTS.revokedOn}{' '}
            <When at={key.revokedAt ?? key.expiresAt ?? key.createdAt} />
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The controls beside the title of a panel. */
function About({ kind }: { readonly kind: KeyKind }) {
  if (kind === 'api') {
    return (
      <>
        {KEYS_TEXTS.header} <code>X-API-Key</code>
      </>
    );
  }
  const count = currentProject.value?.allowedOrigins.length ?? 0;
  if (count === 0) {
    return (
      <>
        {KEYS_TEXTS.noOrigins} <a href={linkTo('project')}>{KEYS_TEXTS.allowOrigin}</a>
      </>
    );
  }
  return (
    <>
      {KEYS_TEXTS.originsBefore} <a href={linkTo('project')}>{KEYS_TEXTS.origins(count)}</a>{' '}
      {KEYS_TEXTS.originsAfter}
    </>
  );
}

interface RotationsProps {
  readonly keys: Keys;
  readonly now: number;
  readonly onStep: (step: Step) => void;
}

function Rotations({ keys, now, onStep }: RotationsProps) {
  return KINDS.flatMap((kind) =>
    keys[kind]
      .filter((old) => old.replacedBy !== null && old.expiresAt !== null && isLive(old, now))
      .map((old) => {
        const next = keys[kind].find(({ keyId }) => keyId === old.replacedBy);
        const mayEnd = mayCall(KEY_KINDS[kind].revokes);
        return (
          <RotationBanner
            key={old.keyId}
            old={old}
            since={next?.createdAt ?? old.createdAt}
            now={now}
            onEnd={mayEnd ? () => onStep({ act: 'revoke', kind, key: old }) : undefined}
          />
        );
      }),
  );
}

interface StepsProps {
  readonly projectId: string;
  readonly step: Step;
  readonly onStep: (step: Step | undefined) => void;
  readonly onChange: () => void;
}

function Steps({ projectId, step, onStep, onChange }: StepsProps) {
  const { kind } = step;
  const close = () => onStep(undefined);
  const onMade = (made: MadeKey) => {
    onStep({ act: 'copy', kind, made });
    onChange();
  };
  const onRevoked = () => {
    close();
    onChange();
  };
  const given = { projectId, kind, onClose: close };
  if (step.act === 'create') return <NewKeyDialog {...given} onMade={onMade} />;
  if (step.act === 'copy') return <MadeKeyDialog kind={kind} made={step.made} onDone={close} />;
  if (step.act === 'rotate') return <RotateKeyDialog {...given} of={step.key} onMade={onMade} />;
  return <RevokeKeyDialog {...given} of={step.key} onRevoked={onRevoked} />;
}

interface KindProps {
  readonly kind: KeyKind;
  readonly onStep: (step: Step) => void;
}

function Create({ kind, onStep }: KindProps) {
  if (!mayCall(KEY_KINDS[kind].creates)) return null;
  return (
    <Button
      icon="plus"
      kind={kind === 'api' ? 'primary' : 'outlined'}
      onClick={() => onStep({ act: 'create', kind })}
    >
      {KIND_TEXTS[kind].create}
    </Button>
  );
}

interface KeyPanelProps extends KindProps {
  readonly keys: Keys;
  readonly now: number;
  readonly names: ReadonlyMap<string, string>;
}

function KeyPanel({ kind, keys, now, names, onStep }: KeyPanelProps) {
  const live = inOrder(keys[kind], now);
  return (
    <Panel title={KIND_TEXTS[kind].title} about={<About kind={kind} />}>
      {live.length === 0 ? (
        <Empty title={KIND_TEXTS[kind].empty} hasArt={false}>
          {KIND_TEXTS[kind].emptyAbout}
        </Empty>
      ) : (
        <KeyTable
          kind={kind}
          keys={live}
          now={now}
          nameOf={(id) =>
            id === null ? KEYS_TEXTS.commandLine : (names.get(id) ?? KEYS_TEXTS.someone)
          }
          onRotate={(key) => onStep({ act: 'rotate', kind, key })}
          onRevoke={(key) => onStep({ act: 'revoke', kind, key })}
        />
      )}
    </Panel>
  );
}

/** API keys and upload keys apart, since one is a secret and the other isn't. */
export function KeysScreen() {
  const projectId = currentProject.value?.projectId ?? '';
  const resource = useResource(projectId, (signal) => readKeys(projectId, signal));
  const [step, setStep] = useState<Step>();
  const now = useNow(TICK_MS);
  return (
    <Page
      title={PAGE_TITLES.keys}
      sub={KEYS_TEXTS.sub}
      actions={
        <>
          <Create kind="upload" onStep={setStep} />
          <Create kind="api" onStep={setStep} />
        </>
      }
    >
      <Loaded
        resource={resource}
        what={KEYS_TEXTS.failed}
        skeleton={
          <>
            <Skeleton lines={6} />
            <Skeleton lines={4} />
          </>
        }
      >
        {({ keys, names }) => (
          <div class="stacked">
            <Rotations keys={keys} now={now} onStep={setStep} />
            {KINDS.map((kind) => (
              <KeyPanel
                key={kind}
                kind={kind}
                keys={keys}
                now={now}
                names={names}
                onStep={setStep}
              />
            ))}
            <Ended keys={keys} now={now} />
          </div>
        )}
      </Loaded>
      {step && (
        <Steps projectId={projectId} step={step} onStep={setStep} onChange={resource.reload} />
      )}
    </Page>
  );
}
