import { useState } from 'preact/hooks';
import { type Point, readPoint, writePoint } from '../../images/frame.ts';
import { altOfImage, type Image, nameOfImage } from '../../images/image.ts';
import { dropImages, findImageList, findKnownImage } from '../../images/image-list.ts';
import { QuotaWall } from '../../quota/quota-wall.tsx';
import { imagewell } from '../../state/imagewell.ts';
import { useShortcuts } from '../../state/keyboard.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, loadUsage, mayCall, usage } from '../../state/projects.ts';
import { isFull } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import type { ScreenProps } from '../../state/route-names.ts';
import { navigate, place, setQuery } from '../../state/router.ts';
import { kindOf } from '../../texts/fault-kinds.ts';
import { formatBytes, formatMoment, formatSize } from '../../texts/format.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { describeLost } from '../../texts/lost-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton, copyText } from '../../ui/copy-button.tsx';
import { Asking } from '../../ui/dialogs/ask-dialog.tsx';
import { Dialog } from '../../ui/dialogs/dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, Panel } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { AddressesPanel } from './addresses-panel.tsx';
import { DeletionReceipt } from './deletion-receipt.tsx';
import { FocalStage } from './focal-stage.tsx';
import { FormatsPanel } from './formats-panel.tsx';
import { MetadataPanel } from './metadata-panel.tsx';
import { MissingImage } from './missing-image.tsx';

interface DeleteProps {
  readonly projectId: string;
  readonly imageId: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteOne({ projectId, imageId, onClose, onDeleted }: DeleteProps) {
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<unknown>(undefined);
  const run = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      await imagewell().deleteImage({ projectId, imageId });
      dropImages(projectId, new Set([imageId]));
      loadUsage().catch(() => {}); // the next page reads it again
      onDeleted();
    } catch (error) {
      setFault(error);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={IMAGE_TEXTS.deleteTitle}
      about={IMAGE_TEXTS.deleteAbout}
      onClose={onClose}
      onSubmit={run}
      actions={
        <>
          <Button autoFocus isDisabled={isBusy} onClick={onClose}>
            {UI_TEXTS.cancel}
          </Button>
          <Button type="submit" kind="primary" isDanger isDisabled={isBusy}>
            {IMAGE_TEXTS.deleteNow}
          </Button>
        </>
      }
    >
      {fault !== undefined && <FaultBanner fault={fault} what={IMAGE_TEXTS.deleteFailed} />}
    </Dialog>
  );
}

function FactsPanel({ image }: { readonly image: Image }) {
  const { imageId, createdAt, width, height, bytes, convertedFrom } = image;
  const sent = usage.value?.topImages.find((one) => one.imageId === imageId);
  const [lost, removed] = describeLost(image);
  return (
    <Panel title={IMAGE_TEXTS.facts} isTitleHidden>
      <dl class="facts">
        <dt>{IMAGE_TEXTS.id}</dt>
        <dd>
          <code class="clip">{imageId}</code>
          <CopyButton text={imageId} what={IMAGE_TEXTS.id} />
        </dd>
        <dt>{IMAGE_TEXTS.saved}</dt>
        <dd title={createdAt}>{formatMoment(createdAt)}</dd>
        <dt>{IMAGE_TEXTS.size}</dt>
        <dd>{`${formatSize(width, height)}, ${formatBytes(bytes)}`}</dd>
        {convertedFrom && <dt>{IMAGE_TEXTS.sentAs}</dt>}
        {convertedFrom && <dd>{convertedFrom.toUpperCase()}</dd>}
        {lost && <dt>{IMAGE_TEXTS.lost}</dt>}
        {lost && <dd class="first-up">{lost}</dd>}
        {removed && <dt>{IMAGE_TEXTS.stripped}</dt>}
        {removed && <dd class="first-up">{removed}</dd>}
        {image.hasWideGamut && <dt>{IMAGE_TEXTS.colours}</dt>}
        {image.hasWideGamut && <dd>{IMAGE_TEXTS.wide}</dd>}
        {sent && <dt>{IMAGE_TEXTS.sent}</dt>}
        {sent && <dd>{IMAGE_TEXTS.requests(formatBytes(sent.bandwidthBytes), sent.requests)}</dd>}
      </dl>
    </Panel>
  );
}

function Pager({ projectId, imageId }: { readonly projectId: string; readonly imageId: string }) {
  const images = findImageList(projectId).images.value;
  const at = images.findIndex((one) => one.imageId === imageId);
  const go = (step: number) => {
    const next = images[at + step];
    if (at >= 0 && next) navigate(linkTo('image', { imageId: next.imageId }));
  };
  useShortcuts([
    { keys: 'k', label: IMAGE_TEXTS.previous, run: () => go(-1) },
    { keys: 'j', label: IMAGE_TEXTS.next, run: () => go(1) },
  ]);
  if (at < 0) return null;
  const last = images.length - 1;
  return (
    <span class="pager">
      <IconButton
        icon="left"
        label={IMAGE_TEXTS.previous}
        isDisabled={at === 0}
        onClick={() => go(-1)}
      />
      <span class="num">{IMAGE_TEXTS.of(at + 1, images.length)}</span>
      <IconButton
        icon="right"
        label={IMAGE_TEXTS.next}
        isDisabled={at === last}
        onClick={() => go(1)}
      />
    </span>
  );
}

function Shown({ image, onChanged }: { readonly image: Image; readonly onChanged: () => void }) {
  const projectId = currentProject.value?.projectId ?? '';
  const { imageId } = image;
  const [isAsking, setAsking] = useState(false);
  const [isDeleted, setDeleted] = useState(false);
  const [isErased, setErased] = useState(false);
  const limits = usage.value?.transformations;
  const left = limits && limits.limit !== null ? Math.max(0, limits.limit - limits.used) : null;
  const [fault, setFault] = useState<unknown>(undefined);
  const moved = place.value.query.get('focus');
  const focus = readPoint(moved, image.focalPoint);
  const position = moved !== null && { position: writePoint(focus) };
  const setFocus = ({ x, y }: Point) => setQuery({ focus: `${x},${y}` });
  const keepFocus = () =>
    imagewell()
      .updateImageMetadata({ projectId, imageUrl: imageId, focalPoint: writePoint(focus) })
      .then(() => {
        setQuery({ focus: null });
        setFault(undefined);
        onChanged();
      }, setFault);
  const copy = () => copyText(image.imageUrl, IMAGE_TEXTS.url);
  useShortcuts([{ keys: 'c', label: UI_TEXTS.copy(IMAGE_TEXTS.url), run: copy }]);
  const actions = isDeleted ? null : (
    <>
      <Pager projectId={projectId} imageId={imageId} />
      {position && mayCall('updateImageMetadata') && (
        <Button onClick={keepFocus}>{IMAGE_TEXTS.keepFocus}</Button>
      )}
      {mayCall('deleteImage') && (
        <Button icon="trash" isDanger onClick={() => setAsking(true)}>
          {IMAGE_TEXTS.delete}
        </Button>
      )}
      <Button icon="play" href={linkTo('playground', {}, { image: imageId, ...position })}>
        {IMAGE_TEXTS.play}
      </Button>
      <CopyButton text={image.imageUrl} what={IMAGE_TEXTS.url} look="primary" />
    </>
  );
  const { width, height } = image;
  return (
    <Page
      title={nameOfImage(image)}
      badge={
        isDeleted && (
          <Badge kind="bad">{isErased ? IMAGE_TEXTS.deleted : IMAGE_TEXTS.deleting}</Badge>
        )
      }
      crumb={
        <nav class="crumb" aria-label={IMAGE_TEXTS.where}>
          <a href={linkTo('gallery')}>{IMAGE_TEXTS.images}</a>
          <Icon name="right" />
        </nav>
      }
      actions={actions}
    >
      {fault !== undefined && <FaultBanner fault={fault} what={IMAGE_TEXTS.saveFailed} />}
      {!isDeleted && <QuotaWall own={isFull('transformations') ? 'transformations' : 'images'} />}
      <Asking />
      <div class="cols">
        <div class="col">
          {isDeleted ? (
            <figure class="stage gone">
              <img src={image.imageUrl} alt={altOfImage(image)} width={width} height={height} />
              <figcaption>
                <span>{formatSize(width, height)}</span>
              </figcaption>
            </figure>
          ) : (
            <FocalStage
              image={image}
              focus={focus}
              onChange={mayCall('updateImageMetadata') ? setFocus : undefined}
            />
          )}
          {isDeleted ? (
            <DeletionReceipt
              projectId={projectId}
              imageId={imageId}
              onErased={() => setErased(true)}
            />
          ) : (
            <AddressesPanel projectId={projectId} image={image} focus={focus} left={left} />
          )}
        </div>
        <div class="col side-col">
          <FactsPanel image={image} />
          {!isDeleted && <FormatsPanel projectId={projectId} image={image} left={left} />}
          {!isDeleted && (
            <MetadataPanel
              key={JSON.stringify(image.metadata)}
              projectId={projectId}
              image={image}
              onSaved={onChanged}
            />
          )}
        </div>
      </div>
      {isAsking && (
        <DeleteOne
          projectId={projectId}
          imageId={imageId}
          onClose={() => setAsking(false)}
          onDeleted={() => {
            setAsking(false);
            setDeleted(true);
          }}
        />
      )}
    </Page>
  );
}

/** An image: addresses, formats, metadata, and its deletion with the receipt. */
export function ImageScreen({ params }: ScreenProps) {
  const { imageId = '' } = params;
  const projectId = currentProject.value?.projectId ?? '';
  const read = useResource(imageId, (signal) =>
    imagewell().getImage({ projectId, imageId }, { signal }),
  );
  const image = read.data ?? findKnownImage(projectId, imageId);
  if (image) return <Shown key={imageId} image={image} onChanged={read.reload} />;
  if (kindOf(read.fault) === 'gone')
    return <MissingImage projectId={projectId} imageId={imageId} />;
  return (
    <Page title={imageId}>
      {read.fault !== undefined && (
        <FaultBanner fault={read.fault} what={IMAGE_TEXTS.loadFailed} onRetry={read.reload} />
      )}
      {read.isSlow && <Skeleton lines={6} />}
    </Page>
  );
}
