import type { ListRefusedOriginsResult } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { changeProject } from '../../state/change-project.ts';
import type { Project } from '../../state/projects.ts';
import { PROJECT_TEXTS } from '../../texts/project-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask-dialog.tsx';
import { Fix, tellErrors } from '../../ui/dialogs/fix.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Field, Form } from '../../ui/field.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Panel } from '../../ui/page.tsx';
import { ACTIONS, Table } from '../../ui/table.tsx';
import { When } from '../../ui/when.tsx';

type Refused = ListRefusedOriginsResult['origins'][number];

/** The fault of a typed origin, with the nearest one; the service knows patterns and apps. */
function findFault(text: string, allowed: readonly string[]) {
  if (allowed.includes(text)) return { text: PROJECT_TEXTS.isAllowed };
  if (text === '' || text.includes('*') || /^(?!https?:)[a-z]+:\/\//i.test(text)) return undefined;
  const near = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`)?.origin;
  return near === text ? undefined : { text: PROJECT_TEXTS.badOrigin, fixed: near };
}

function meaningOf(origin: string): string {
  if (origin.endsWith(':*')) return PROJECT_TEXTS.anyPort;
  return origin.includes('*') ? PROJECT_TEXTS.anySubdomain : PROJECT_TEXTS.exactly;
}

const askToRemove = (origin: string) =>
  ask({
    title: PROJECT_TEXTS.removeOrigin(origin),
    about: PROJECT_TEXTS.removeOriginAbout,
    yes: PROJECT_TEXTS.removeOriginNow,
    failed: PROJECT_TEXTS.saveFailed,
    act: () =>
      changeProject(({ allowedOrigins }) => ({
        allowedOrigins: allowedOrigins.filter((one) => one !== origin),
      })),
  });

function AllowedTable({ origins }: { readonly origins: readonly string[] }) {
  if (origins.length === 0) return <p class="dim pad">{PROJECT_TEXTS.noOrigin}</p>;
  return (
    <Table
      label={PROJECT_TEXTS.origins}
      class="tight slim"
      rows={origins}
      keyOf={(origin) => origin}
      columns={[
        { head: PROJECT_TEXTS.origin, cell: (origin) => <code>{origin}</code> },
        { head: PROJECT_TEXTS.means, cell: meaningOf },
        {
          ...ACTIONS,
          cell: (origin) => (
            <IconButton
              icon="trash"
              size="small"
              isDanger
              label={PROJECT_TEXTS.removeOf(origin)}
              onClick={() => askToRemove(origin)}
            />
          ),
        },
      ]}
    />
  );
}

interface RefusedTableProps {
  readonly refused: readonly Refused[];
  readonly isBusy: boolean;
  readonly onAllow: (origin: string) => void;
}

function RefusedTable({ refused, isBusy, onAllow }: RefusedTableProps) {
  if (refused.length === 0) return <p class="dim pad">{PROJECT_TEXTS.noRefused}</p>;
  return (
    <Table
      label={PROJECT_TEXTS.refused}
      class="tight slim"
      rows={refused}
      keyOf={({ origin }) => origin}
      columns={[
        { head: PROJECT_TEXTS.origin, cell: ({ origin }) => <code>{origin}</code> },
        { head: PROJECT_TEXTS.refusals, cell: ({ count }) => PROJECT_TEXTS.atLeast(count) },
        { head: PROJECT_TEXTS.last, cell: ({ lastRefusedAt }) => <When at={lastRefusedAt} /> },
        {
          ...ACTIONS,
          cell: ({ origin }) => (
            <Button
              size="small"
              label={`${PROJECT_TEXTS.allow} ${origin}`}
              isDisabled={isBusy}
              onClick={() => onAllow(origin)}
            >
              {PROJECT_TEXTS.allow}
            </Button>
          ),
        },
      ]}
    />
  );
}

export interface OriginsPanelProps {
  readonly project: Project;
  readonly refused: readonly Refused[];
}

/** Web pages that may upload, and those that tried and were refused. */
export function OriginsPanel({ project: { allowedOrigins }, refused }: OriginsPanelProps) {
  const [typed, setTyped] = useState('');
  const { isBusy, fault, run } = useAction();
  const text = typed.trim();
  const bad = findFault(text, allowedOrigins);
  const isReady = text !== '' && bad === undefined && !isBusy;
  const others = refused.filter(({ origin }) => !allowedOrigins.includes(origin));
  const allow = (origin: string) =>
    run(async () => {
      await changeProject((fresh) => ({
        allowedOrigins: [...new Set([...fresh.allowedOrigins, origin])],
      }));
      if (origin === text) setTyped('');
    });
  return (
    <Panel title={PROJECT_TEXTS.origins} about={PROJECT_TEXTS.originsAbout}>
      <AllowedTable origins={allowedOrigins} />
      <Form isReady={isReady} onSubmit={() => allow(text)}>
        <FaultBanner fault={fault} what={PROJECT_TEXTS.allowFailed} safe={tellErrors(fault)} />
        <div class="with-button">
          <Field
            label={PROJECT_TEXTS.addOrigin}
            value={typed}
            isCode
            hint={PROJECT_TEXTS.originHint}
            fault={bad && <Fix {...bad} onFix={setTyped} />}
            onInput={setTyped}
          />
          <Button type="submit" isDisabled={!isReady}>
            {PROJECT_TEXTS.allow}
          </Button>
        </div>
      </Form>
      <h3 class="part">
        {PROJECT_TEXTS.refused} <small>{PROJECT_TEXTS.refusedAbout}</small>
      </h3>
      <RefusedTable refused={others} isBusy={isBusy} onAllow={allow} />
    </Panel>
  );
}
