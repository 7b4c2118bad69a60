import type { ListBinResult } from 'imagewell-client';
import { useId, useState } from 'preact/hooks';
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
import { ImagesCrumb } from '../../ui/images-crumb.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { Page } from '../../ui/page.tsx';
import { ACTIONS, type Column, Table } from '../../ui/table.tsx';
import { say } from '../../ui/toast.tsx';
import { When } from '../../ui/when.tsx';
import { emptyBin, endForGood, restoreFromBin } from './kept-calls.ts';
import { KeptThumb } from './kept-thumb.tsx';

type Binned = ListBinResult['images'][number];

const nameOf = ({ originalFilename, imageId }: Binned) => originalFilename ?? imageId;

interface Pages {
  readonly images: readonly Binned[];
  readonly cursor: string | null;
}

/** The first page of the bin with those that were read after it, without images that left it. */
function useBin(projectId: string) {
  const resource = useResource(projectId, (signal) =>
    imagewell().listBin({ projectId }, { signal }),
  );
  const first: Pages | undefined = resource.data;
  const [older, setOlder] = useState<Pages & { readonly after: Pages }>();
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, fault, run } = useAction();
  const rest = older && older.after === first ? older : undefined;
  const cursor = rest ? rest.cursor : (first?.cursor ?? null);
  const all = [...(first?.images ?? []), ...(rest?.images ?? [])];
  const load = () =>
    run(async () => {
      if (cursor === null || !first) return;
      const next = await imagewell().listBin({ projectId, cursor });
      const images = [...(rest?.images ?? []), ...next.images];
      setOlder({ after: first, images, cursor: next.cursor });
    });
  return {
    resource,
    images: all.filter(({ imageId }) => !gone.has(imageId)),
    older: { hasMore: cursor !== null, isBusy, fault, load },
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
  const name = nameOf(image);
  const { imageId } = image;
  const end = () =>
    ask({
      title: KEPT_TEXTS.eraseTitle(name),
      about: KEPT_TEXTS.eraseAbout,
      yes: KEPT_TEXTS.eraseNow,
      failed: KEPT_TEXTS.eraseFailed,
      act: async () => {
        await endForGood(projectId, imageId);
        onGone(imageId);
      },
    });
  return (
    <span class="row-c">
      <Button
        icon="rotate"
        size="small"
        label={KEPT_TEXTS.restoreOne(name)}
        blockedBy={blockedBy}
        onClick={onRestore}
      >
        {KEPT_TEXTS.restore}
      </Button>
      <Button size="small" kind="quiet" isDanger label={KEPT_TEXTS.eraseOne(name)} onClick={end}>
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
          {nameOf(image)}
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
