import type { ListImageVersionsResult } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { type Image, nameOfImage } from '../../images/image.ts';
import { thumbnailOf } from '../../images/thumbnails.ts';
import { imagewell } from '../../state/imagewell.ts';
import { keepDays, mayCall } from '../../state/projects.ts';
import { useResource } from '../../state/resource.ts';
import { KEPT_TEXTS } from '../../texts/image-parts-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { ask } from '../../ui/dialogs/ask-dialog.tsx';
import { EndBadge } from '../../ui/end-badge.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Icon } from '../../ui/icon.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Panel } from '../../ui/page.tsx';
import { say } from '../../ui/toast.tsx';
import { KeptThumb } from './kept-thumb.tsx';
import { ReplaceDialog } from './replace-dialog.tsx';
import { RestoreButton } from './restore-button.tsx';

type Version = ListImageVersionsResult['versions'][number];

const nameOfVersion = ({ originalFilename, versionId }: Version) => originalFilename ?? versionId;

interface ServedProps {
  readonly image: Image;
  /** When its bytes came, in RFC 3339. */
  readonly since: string;
}

/** The row of the bytes that the image shows. */
function Served({ image, since }: ServedProps) {
  return (
    <li>
      <KeptThumb url={thumbnailOf(image) ?? null} bytes={0} />
      <div class="grow">
        <b class="clip">{nameOfImage(image)}</b>
        <small>{KEPT_TEXTS.since(since)}</small>
        <small>{KEPT_TEXTS.facts(image)}</small>
      </div>
      <Badge kind="ok" icon="check">
        {KEPT_TEXTS.servedNow}
      </Badge>
    </li>
  );
}

interface FormerProps {
  readonly version: Version;
  readonly onRestore: () => void;
  readonly onErase: () => void;
}

/** The row of former bytes: kept, or the receipt of their erasure. */
function Former({ version, onRestore, onErase }: FormerProps) {
  const { replacedAt, keptUntil, originalUrl, bytes, steps } = version;
  const name = nameOfVersion(version);
  const isErased = steps.every(({ at }) => at !== null);
  return (
    <li>
      <KeptThumb url={originalUrl} bytes={bytes} />
      <div class="grow">
        <b class="clip">{name}</b>
        <small>{KEPT_TEXTS.replaced(replacedAt)}</small>
        <small>{KEPT_TEXTS.facts(version)}</small>
        {keptUntil !== null && (
          <small>
            {KEPT_TEXTS.ends} <EndBadge at={keptUntil} now={Date.now()} soonMs={0} />
          </small>
        )}
      </div>
      {keptUntil === null && <Badge>{isErased ? KEPT_TEXTS.erased : KEPT_TEXTS.erasing}</Badge>}
      {keptUntil !== null && mayCall('restoreImageVersion') && (
        <span class="row-c">
          <RestoreButton name={name} onClick={onRestore} />
          <IconButton
            icon="trash"
            size="small"
            isDanger
            label={KEPT_TEXTS.eraseVersion(name)}
            onClick={onErase}
          />
        </span>
      )}
    </li>
  );
}

export interface VersionsPanelProps {
  readonly projectId: string;
  readonly image: Image;
  readonly onChanged: () => void;
}

/** Reads the versions, and restores and ends them. */
function useVersions({ projectId, image, onChanged }: VersionsPanelProps) {
  const { imageId, sha256 } = image;
  const versions = useResource(`versions of ${imageId} ${sha256}`, (signal) =>
    imagewell().listImageVersions({ projectId, imageId }, { signal }),
  );
  const { fault, run } = useAction();
  const restore = ({ versionId }: Version) =>
    run(async () => {
      await imagewell().restoreImageVersion({ projectId, imageId, versionId });
      say(KEPT_TEXTS.restored);
      versions.reload();
      onChanged();
    });
  const erase = ({ versionId }: Version) =>
    ask({
      title: KEPT_TEXTS.eraseVersionTitle,
      about: KEPT_TEXTS.eraseVersionAbout,
      yes: KEPT_TEXTS.eraseVersionNow,
      failed: KEPT_TEXTS.eraseVersionFailed,
      act: async () => {
        await imagewell().deleteImageVersion({ projectId, imageId, versionId });
        versions.reload();
      },
    });
  return { versions, fault, restore, erase };
}

interface ListProps {
  readonly image: Image;
  readonly former: readonly Version[];
  readonly onRestore: (version: Version) => void;
  readonly onErase: (version: Version) => void;
}

function VersionList({ image, former, onRestore, onErase }: ListProps) {
  return (
    <>
      <ul class="versions">
        <Served image={image} since={former[0]?.replacedAt ?? image.createdAt} />
        {former.map((version) => (
          <Former
            key={version.versionId}
            version={version}
            onRestore={() => onRestore(version)}
            onErase={() => onErase(version)}
          />
        ))}
      </ul>
      <div class="foot">
        <Icon name="info" />
        <p class="grow">{KEPT_TEXTS.browsers}</p>
      </div>
    </>
  );
}

/** The bytes of an image: those that it shows, and former ones; and its replacement. */
export function VersionsPanel(props: VersionsPanelProps) {
  const { projectId, image, onChanged } = props;
  const { versions, fault, restore, erase } = useVersions(props);
  const [isReplacing, setReplacing] = useState(false);
  const days = keepDays();
  const none = days > 0 ? KEPT_TEXTS.noneYet : KEPT_TEXTS.keepsNone;
  return (
    <Panel
      title={KEPT_TEXTS.versions}
      about={days > 0 && KEPT_TEXTS.keptFor(days)}
      side={
        mayCall('replaceImage') && (
          <Button icon="upload" size="small" onClick={() => setReplacing(true)}>
            {KEPT_TEXTS.replace}
          </Button>
        )
      }
    >
      <FaultBanner fault={fault} what={KEPT_TEXTS.restoreFailed} />
      <Loaded resource={versions} what={KEPT_TEXTS.versionsFailed}>
        {({ versions: former }) =>
          former.length === 0 ? (
            <p class="pad">{none}</p>
          ) : (
            <VersionList image={image} former={former} onRestore={restore} onErase={erase} />
          )
        }
      </Loaded>
      {isReplacing && (
        <ReplaceDialog
          projectId={projectId}
          imageId={image.imageId}
          onClose={() => setReplacing(false)}
          onReplaced={onChanged}
        />
      )}
    </Panel>
  );
}
