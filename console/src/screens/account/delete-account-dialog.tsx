import { ImagewellError } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { loadAccount, projects } from '../../state/projects.ts';
import { sessionEmail } from '../../state/session/session.ts';
import { ACCOUNT_TEXTS } from '../../texts/account-texts.ts';
import { AskDialog } from '../../ui/dialogs/ask-dialog.tsx';
import { Check } from '../../ui/field.tsx';

/** The projects that keep an account from being deleted, as the refusal names them. */
function readShared(fault: unknown): readonly string[] {
  if (!(fault instanceof ImagewellError)) return [];
  const { projectIds = [] } = (fault.problem ?? {}) as { readonly projectIds?: string[] };
  return projectIds;
}

/** Says what ends, asks for the address to be typed, and has the account deleted. */
export function DeleteAccountDialog({ onClose }: { readonly onClose: () => void }) {
  const [isNow, setNow] = useState(false);
  const [shared, setShared] = useState<readonly string[]>([]);
  const all = projects.value ?? [];
  const owned = all.filter(({ role }) => role === 'owner').map(({ projectId }) => projectId);
  const value = sessionEmail.value ?? ACCOUNT_TEXTS.typed;
  const act = async () => {
    try {
      await imagewell().deleteAccount({ confirm: true, ...(isNow && { now: true }) });
    } catch (error) {
      setShared(readShared(error));
      throw error;
    }
    await loadAccount();
    onClose();
  };
  return (
    <AskDialog
      title={ACCOUNT_TEXTS.deleteTitle}
      about={ACCOUNT_TEXTS.deleteAbout}
      yes={ACCOUNT_TEXTS.delete}
      failed={ACCOUNT_TEXTS.deleteFailed}
      safe={ACCOUNT_TEXTS.deleteSafe}
      typed={{ label: ACCOUNT_TEXTS.type(value), value }}
      act={act}
      onClose={onClose}
    >
      <div>
        {shared.length > 0 ? ACCOUNT_TEXTS.shared : ACCOUNT_TEXTS.owned}
        <ul class="ending-projects">
          {(shared.length > 0 ? shared : owned).map((project) => (
            <li key={project}>
              <a href={linkTo('team', {}, { project })}>
                {all.find(({ projectId }) => projectId === project)?.name ?? project}
              </a>
            </li>
          ))}
        </ul>
      </div>
      {!isNow && <p class="dim">{ACCOUNT_TEXTS.deleteLater}</p>}
      <Check isOn={isNow} onChange={setNow} hint={ACCOUNT_TEXTS.nowHint}>
        {ACCOUNT_TEXTS.now}
      </Check>
    </AskDialog>
  );
}
