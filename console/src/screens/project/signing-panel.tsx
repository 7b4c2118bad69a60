import type { ListSigningSecretsResult } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { LIMITS } from '../../generated/rules.ts';
import { changeProject } from '../../state/change-project.ts';
import { imagewell } from '../../state/imagewell.ts';
import type { Project } from '../../state/projects.ts';
import { PROJECT_TEXTS } from '../../texts/project-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask-dialog.tsx';
import { SecretDialog } from '../../ui/dialogs/secret-dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Panel } from '../../ui/page.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';
import { UrlTools } from './url-tools.tsx';

type Secret = ListSigningSecretsResult['secrets'][number];

const askToSwitch = (isOn: boolean) =>
  ask({
    ...PROJECT_TEXTS.switching[isOn ? 'off' : 'on'],
    failed: PROJECT_TEXTS.saveFailed,
    act: () => changeProject(() => ({ requireSignature: !isOn })),
  });

interface SecretTableProps {
  readonly projectId: string;
  readonly secrets: readonly Secret[];
  readonly onChange: () => void;
}

function SecretTable({ projectId, secrets, onChange }: SecretTableProps) {
  const askToRevoke = ({ secretId, lastFour }: Secret) =>
    ask({
      title: PROJECT_TEXTS.revokeTitle(lastFour),
      about: PROJECT_TEXTS.revokeAbout,
      yes: PROJECT_TEXTS.revokeNow,
      failed: PROJECT_TEXTS.revokeFailed,
      act: async () => {
        await imagewell().revokeSigningSecret({ projectId, secretId });
        onChange();
      },
    });
  if (secrets.length === 0) return <p class="dim pad">{PROJECT_TEXTS.noSecret}</p>;
  return (
    <Table
      label={PROJECT_TEXTS.signing}
      class="tight"
      rows={secrets}
      keyOf={({ secretId }) => secretId}
      columns={[
        { head: PROJECT_TEXTS.secret, cell: ({ lastFour }) => <code>…{lastFour}</code> },
        { head: PROJECT_TEXTS.created, cell: ({ createdAt }) => <When at={createdAt} /> },
        {
          ...ACTIONS,
          cell: (secret) => (
            <Button
              size="small"
              kind="quiet"
              isDanger
              label={PROJECT_TEXTS.revokeOf(secret.lastFour)}
              onClick={() => askToRevoke(secret)}
            >
              {PROJECT_TEXTS.revoke}
            </Button>
          ),
        },
      ]}
    />
  );
}

interface SecretsProps extends SecretTableProps {
  readonly isOn: boolean;
  /** The URL that the signer begins with. */
  readonly url: string;
}

/** The secrets, a new one that is shown a single time, and the tools that take it. */
function Secrets({ isOn, url, ...props }: SecretsProps) {
  const { projectId, secrets, onChange } = props;
  const [made, setMade] = useState('');
  const [isShown, setShown] = useState(false);
  const { isBusy, fault, run } = useAction();
  const create = () =>
    run(async () => {
      setMade((await imagewell().createSigningSecret({ projectId })).secret);
      setShown(true);
      onChange();
    });
  const isFull = secrets.length >= LIMITS.maxSigningSecrets;
  const isStuck = !isOn && secrets.length === 0;
  const why = isStuck ? PROJECT_TEXTS.needsSecret : isFull ? PROJECT_TEXTS.twoSecrets : '';
  return (
    <>
      <FaultBanner fault={fault} what={PROJECT_TEXTS.secretFailed} />
      <SecretTable {...props} />
      <p class="row-c preset-foot dim">
        <span class="grow">{why}</span>
        <Button icon="plus" size="small" isDisabled={isFull || isBusy} onClick={create}>
          {PROJECT_TEXTS.newSecret}
        </Button>
      </p>
      <UrlTools url={url} made={made} lastFours={secrets.map(({ lastFour }) => lastFour)} />
      {isShown && (
        <SecretDialog
          title={PROJECT_TEXTS.secretTitle}
          about={PROJECT_TEXTS.secretAbout}
          text={made}
          what={PROJECT_TEXTS.copySecret}
          envName="IMAGEWELL_SIGNING_SECRET"
          onDone={() => setShown(false)}
        />
      )}
    </>
  );
}

export interface SigningPanelProps {
  readonly project: Project;
  readonly secrets: readonly Secret[];
  /** The URL that the signer begins with. */
  readonly url: string;
  readonly onChange: () => void;
}

/** Whether URLs must be signed, the secrets, and tools that sign and check. */
export function SigningPanel({ project, secrets, url, onChange }: SigningPanelProps) {
  const { projectId, requireSignature: isOn } = project;
  return (
    <Panel
      title={PROJECT_TEXTS.signing}
      about={
        isOn ? (
          <Badge kind="ok" icon="check">
            {PROJECT_TEXTS.signingOn}
          </Badge>
        ) : (
          PROJECT_TEXTS.signingOff
        )
      }
      side={
        <Button
          size="small"
          isDisabled={!isOn && secrets.length === 0}
          onClick={() => askToSwitch(isOn)}
        >
          {isOn ? PROJECT_TEXTS.turnOff : PROJECT_TEXTS.turnOn}
        </Button>
      }
    >
      <Secrets projectId={projectId} isOn={isOn} secrets={secrets} url={url} onChange={onChange} />
    </Panel>
  );
}
