import { ImagewellError } from 'imagewell-client';
import { useEffect } from 'preact/hooks';
import { imagewell } from '../state/imagewell.ts';
import { account, currentProject, usage } from '../state/projects.ts';
import { isFull, type Wall } from '../state/quota-state.ts';
import { useResource } from '../state/resource.ts';
import { nameOfMember } from '../texts/member-names.ts';
import { ALSO_FULL, CURES, QUOTA_TEXTS, WALLS } from '../texts/quota-texts.ts';
import { Banner } from '../ui/banner.tsx';
import { Button } from '../ui/button.tsx';
import { ask } from '../ui/dialogs/ask-dialog.tsx';
import { LiftFacts } from './lift-facts.tsx';
import { liftLimits, loadMachineLimits, mayLift } from './lifted-limits.ts';

function askToLift(): void {
  ask({
    title: QUOTA_TEXTS.liftTitle,
    about: QUOTA_TEXTS.liftAbout(account.value?.plan.name ?? ''),
    yes: QUOTA_TEXTS.liftNow,
    failed: QUOTA_TEXTS.liftFailed,
    safe: QUOTA_TEXTS.liftSafe,
    isDanger: false,
    act: liftLimits,
    children: <LiftFacts />,
  });
}

/** Words for asking the owners of the project by name, else who runs the service. */
function useOwners(isAsked: boolean): string {
  const project = currentProject.value;
  const projectId = project?.projectId ?? '';
  const isOwner = project?.role === 'owner';
  const { data } = useResource(`owners ${projectId} ${isAsked}`, async (signal) =>
    isAsked && !isOwner ? (await imagewell().listMembers({ projectId }, { signal })).members : [],
  );
  if (isOwner) return QUOTA_TEXTS.askOperator;
  const owners = (data ?? []).filter(({ role }) => role === 'owner').map(nameOfMember);
  return owners.length === 0 ? QUOTA_TEXTS.askOwner : QUOTA_TEXTS.askOwners(owners);
}

export interface QuotaWallProps {
  /** The quota that the page is about. */
  readonly own: Wall;
  /** The service's refusal, whose words stand in the banner. */
  readonly refusal?: unknown;
}

/** The banner of a quota that is used up, with a line on the other one; nothing before. */
export function QuotaWall({ own, refusal }: QuotaWallProps) {
  const other = own === 'images' ? 'transformations' : 'images';
  const isUp = isFull(own);
  useEffect(() => {
    if (isUp) void loadMachineLimits();
  }, [isUp]);
  const owners = useOwners(isUp);
  const used = usage.value;
  if (!isUp || !used) return null;
  const plan = account.value?.plan.name ?? '';
  const { title, about } = WALLS[own](used, plan);
  const isOffered = mayLift();
  const cure = isOffered ? CURES[own].lift : `${CURES[own].own}${owners}`;
  return (
    <Banner
      kind={own === 'images' ? 'bad' : 'warn'}
      title={title}
      actions={
        isOffered && (
          <Button size="small" icon="limit" onClick={askToLift}>
            {QUOTA_TEXTS.lift}
          </Button>
        )
      }
    >
      {about} {cure} {isFull(other) && ALSO_FULL[other](used)}
      {refusal instanceof ImagewellError && (
        <>
          {' '}
          {QUOTA_TEXTS.said} {refusal.detail} {refusal.hint} <code>{refusal.code}</code>
        </>
      )}
    </Banner>
  );
}
