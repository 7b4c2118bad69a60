import type { ListBinRequest, ListBinResult } from 'imagewell-client';
import { useId, useState } from 'preact/hooks';
import { nameOfImage } from '../../images/image.ts';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, keepDays, mayCall } from '../../state/projects.ts';
import { isFull } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import { KEPT_TEXTS } from '../../texts/image-parts-texts.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Asking, ask } from '../../ui/dialogs/ask-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { EndBadge } from '../../ui/end-badge.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { type PageOfRows, useOlder } from '../../ui/hooks/use-older.ts';
import { Loaded } from '../../ui/loaded.tsx';
import { ImagesCrumb, Page } from '../../ui/page.tsx';
import { ACTIONS, type Column, Table } from '../../ui/table.tsx';
import { say } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { askToErase } from './ask-to-erase.ts';
import { emptyBin, restoreFromBin } from './kept-calls.ts';
import { KeptThumb } from './kept-thumb.tsx';
import { RestoreButton } from './restore-button.tsx';

type Binned = ListBinResult['images'][number];

async function readBin(
  request: ListBinRequest,
  options: { readonly signal?: AbortSignal } = {},
): Promise<PageOfRows<Binned>> {
  const { images, cursor } = await imagewell().listBin(request, options);
  return { rows: images, cursor };
}

/** The images of the bin as far as they are read, without those that left it. */
function useBin(projectId: string) {
  const resource = useResource(projectId, (signal) => readBin({ projectId }, { signal }));
  const older = useOlder(resource.data, (cursor) => readBin({ projectId, cursor }));
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  return {
    resource,
    images: older.rows.filter(({ imageId }) => !gone.has(imageId)),
    older,
    drop: (imageId: string) => setGone((was) => new Set([...was, imageId])),
  };
}

interface RowsProps {
  readonly projectId: string;
  readonly images: readonly Binned[];
  readonly onGone: (imageId: string) => void;
}

interface ActsProps extends Omit<RowsProps, 'images'> {
  readonly image: Binned;
  readonly onRestore: () => void;
  readonly blockedBy: string | undefined;
}

function Acts({ projectId, image, onGone, onRestore, blockedBy }: ActsProps) {
  const name = nameOfImage(image);
  const { imageId } = image;
  const erase = () => askToErase({ projectId, imageId, name, onErased: () => onGone(imageId) });
  return (
    <span class="row-c">
      <RestoreButton name={name} blockedBy={blockedBy} onClick={onRestore} />
      <Button size="small" kind="quiet" isDanger label={KEPT_TEXTS.eraseOne(name)} onClick={erase}>
        {KEPT_TEXTS.erase}
      </Button>
    </span>
  );
}

/** The columns of an image's facts. */
const FACTS: readonly Column<Binned>[] = [
  {
    head: KEPT_TEXTS.image,
    cell: (image) => (
      <span class="row-c">
        <KeptThumb url={image.originalUrl} bytes={image.bytes} />
        <a class="clip" href={linkTo('image', { imageId: image.imageId })}>
          {nameOfImage(image)}
        </a>
      </span>
    ),
  },
  { head: KEPT_TEXTS.size, isNumber: true, cell: (image) => KEPT_TEXTS.facts(image) },
  { head: KEPT_TEXTS.deletedAt, cell: ({ deletedAt }) => <When at={deletedAt} /> },
  {
    head: KEPT_TEXTS.ends,
    cell: ({ keptUntil }) => <EndBadge at={keptUntil} now={Date.now()} />,
  },
];

function BinTable({ projectId, images, onGone }: RowsProps) {
  const { fault, run } = useAction();
  const id = useId();
  const isBlocked = isFull('images');
  const restore = ({ imageId }: Binned) =>
    run(async () => {
      await restoreFromBin(projectId, imageId);
      say(KEPT_TEXTS.restored);
      onGone(imageId);
    });
  const acts = {
    ...ACTIONS,
    cell: (image: Binned) => (
      <Acts
        projectId={projectId}
        image={image}
        blockedBy={isBlocked ? id : undefined}
        onRestore={() => restore(image)}
        onGone={onGone}
      />
    ),
  };
  return (
    <>
      <FaultBanner fault={fault} what={KEPT_TEXTS.restoreFailed} />
      {isBlocked && (
        <p class="why" id={id}>
          {KEPT_TEXTS.noPlace}
        </p>
      )}
      <div class="panel">
        <Table
          label={KEPT_TEXTS.binLabel}
          class="bin"
          rows={images}
          keyOf={({ imageId }) => imageId}
          columns={mayCall('restoreImage') ? [...FACTS, acts] : FACTS}
        />
      </div>
    </>
  );
}

function NothingThere() {
  if (keepDays() === 0) {
    return (
      <Empty
        title={KEPT_TEXTS.offTitle}
        actions={<Button href={linkTo('project')}>{KEPT_TEXTS.toSettings}</Button>}
      >
        {KEPT_TEXTS.offAbout}
      </Empty>
    );
  }
  return (
    <Empty
      title={KEPT_TEXTS.noneTitle}
      actions={<Button href={linkTo('gallery')}>{KEPT_TEXTS.toImages}</Button>}
    >
      {KEPT_TEXTS.noneAbout(keepDays())}
    </Empty>
  );
}

/** Deleted images that can be restored, the last deleted first. */
export function BinScreen() {
  const projectId = currentProject.value?.projectId ?? '';
  const { resource, images, older, drop } = useBin(projectId);
  const empty = () =>
    ask({
      title: KEPT_TEXTS.emptyBinTitle,
      about: KEPT_TEXTS.emptyBinAbout,
      yes: KEPT_TEXTS.emptyBinNow,
      failed: KEPT_TEXTS.emptyBinFailed,
      safe: KEPT_TEXTS.emptyBinSafe,
      act: () => emptyBin(projectId).finally(resource.reload),
    });
  return (
    <Page
      title={PAGE_TITLES.bin}
      crumb={<ImagesCrumb />}
      sub={images.length > 0 && KEPT_TEXTS.binAbout}
      actions={
        images.length > 0 &&
        mayCall('deleteImages') && (
          <Button icon="trash" isDanger onClick={empty}>
            {KEPT_TEXTS.emptyBin}
          </Button>
        )
      }
    >
      <Asking />
      <Loaded resource={resource} what={KEPT_TEXTS.binFailed}>
        {() =>
          images.length === 0 && !older.hasMore ? (
            <NothingThere />
          ) : (
            <>
              <BinTable projectId={projectId} images={images} onGone={drop} />
              <FaultBanner fault={older.fault} what={KEPT_TEXTS.moreFailed} />
              {older.hasMore && (
                <Button isDisabled={older.isBusy} onClick={older.load}>
                  {KEPT_TEXTS.older}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}
