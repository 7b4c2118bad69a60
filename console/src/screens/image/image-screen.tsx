import { useState } from 'preact/hooks';
import { type Point, readPoint, writePoint } from '../../images/frame.ts';
import { altOfImage, type Image, nameOfImage, shownUrl } from '../../images/image.ts';
import { changeImage, dropImages, findImageList, findKnownImage } from '../../images/image-list.ts';
import { QuotaWall } from '../../quota/quota-wall.tsx';
import { imagewell } from '../../state/imagewell.ts';
import { useShortcuts } from '../../state/keyboard.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, keepDays, loadUsage, mayCall, usage } from '../../state/projects.ts';
import { isFull, leftOf } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import type { ScreenProps } from '../../state/route-names.ts';
import { navigate, place, setQuery } from '../../state/router.ts';
import { kindOf } from '../../texts/fault-kinds.ts';
import { formatBytes, formatMoment, formatSize } from '../../texts/format.ts';
import { BIN_WORDS } from '../../texts/gallery-texts.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { DISPLAY_P3, HDR } from '../../texts/lost-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton, copyText } from '../../ui/copy-button.tsx';
import { Asking } from '../../ui/dialogs/ask-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Facts, idFact } from '../../ui/facts.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { ImagesCrumb, Page, Panel } from '../../ui/page.tsx';
import { AddressesPanel } from './addresses-panel.tsx';
import { ChangesPanel } from './changes-panel.tsx';
import { DeletionReceipt } from './deletion-receipt.tsx';
import { FocalStage } from './focal-stage.tsx';
import { FormatsPanel } from './formats-panel.tsx';
import { FromScript, loadImageParts } from './from-script.tsx';
import { MetadataPanel } from './metadata-panel.tsx';
import { MissingImage } from './missing-image.tsx';
import { UsagePart } from './usage-part.tsx';
import { DeletedBadge, WaitingImage } from './waiting-image.tsx';

const deletionWords = (days: number) =>
  days > 0
    ? { title: BIN_WORDS.title(1), about: BIN_WORDS.about(1, days), yes: BIN_WORDS.move }
    : {
        title: IMAGE_TEXTS.deleteTitle,
        about: IMAGE_TEXTS.deleteAbout,
        yes: IMAGE_TEXTS.deleteNow,
      };

interface DeleteProps {
  readonly projectId: string;
  readonly imageId: string;
  readonly onClose: () => void;
  readonly onDeleted: () => void;
}

function DeleteOne({ projectId, imageId, onClose, onDeleted }: DeleteProps) {
  const act = async () => {
    await imagewell().deleteImage({ projectId, imageId });
    dropImages(projectId, new Set([imageId]));
    loadUsage().catch(() => {}); // the next page reads it again
    onDeleted();
  };
  return (
    <FormDialog
      {...deletionWords(keepDays())}
      failed={IMAGE_TEXTS.deleteFailed}
      isDanger
      isCancelFirst
      isHeld
      act={act}
      onClose={onClose}
    />
  );
}

function FactsPanel({ image }: { readonly image: Image }) {
  const { imageId, createdAt, width, height, bytes, convertedFrom, hasWideGamut } = image;
  const sent = usage.value?.topImages.find((one) => one.imageId === imageId);
  return (
    <Panel title={IMAGE_TEXTS.facts} isTitleHidden>
      <Facts
        of={[
          idFact(IMAGE_TEXTS.id, imageId),
          [IMAGE_TEXTS.saved, formatMoment(createdAt), createdAt],
          [IMAGE_TEXTS.size, `${formatSize(width, height)}, ${formatBytes(bytes)}`],
          !!convertedFrom && [IMAGE_TEXTS.sentAs, convertedFrom.toUpperCase()],
          !!hasWideGamut && [IMAGE_TEXTS.colours, IMAGE_TEXTS.wide],
          image.hasGainMap && [IMAGE_TEXTS.light, IMAGE_TEXTS.hdr],
          !!image.credit && [IMAGE_TEXTS.credit, IMAGE_TEXTS.creditOf(image.credit)],
          !!sent && [
            IMAGE_TEXTS.sent,
            IMAGE_TEXTS.requests(formatBytes(sent.bandwidthBytes), sent.requests),
          ],
        ]}
      />
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

interface StateProps {
  readonly image: Image;
  readonly onChanged: () => void;
}

/** The focal point as it is moved in the address, until it is kept. */
function useFocus({ image, onChanged }: StateProps) {
  const projectId = currentProject.value?.projectId ?? '';
  const { fault, run } = useAction();
  const moved = place.value.query.get('focus');
  const focus = readPoint(moved, image.focalPoint);
  const keep = () =>
    run(async () => {
      const asked = { projectId, imageUrl: image.imageId, focalPoint: writePoint(focus) };
      await imagewell().updateImageMetadata(asked);
      setQuery({ focus: null });
      onChanged();
    });
  return { focus, isMoved: moved !== null, fault, keep };
}

const setFocus = ({ x, y }: Point) => setQuery({ focus: `${x},${y}` });

interface ActionsProps {
  readonly projectId: string;
  readonly image: Image;
  /** Moved, and not kept yet. */
  readonly moved: Point | undefined;
  readonly onKeep: () => void;
  readonly onDelete: () => void;
}

function Actions({ projectId, image, moved, onKeep, onDelete }: ActionsProps) {
  const { imageId, imageUrl } = image;
  const query = { image: imageId, ...(moved && { position: writePoint(moved) }) };
  return (
    <>
      <Pager projectId={projectId} imageId={imageId} />
      {moved && mayCall('updateImageMetadata') && (
        <Button onClick={onKeep}>{IMAGE_TEXTS.keepFocus}</Button>
      )}
      {mayCall('deleteImage') && (
        <Button icon="trash" isDanger onClick={onDelete}>
          {keepDays() > 0 ? IMAGE_TEXTS.toBin : IMAGE_TEXTS.delete}
        </Button>
      )}
      <Button icon="play" href={linkTo('playground', {}, query)}>
        {IMAGE_TEXTS.play}
      </Button>
      <CopyButton text={imageUrl} what={IMAGE_TEXTS.url} look="primary" />
    </>
  );
}

interface PartProps {
  readonly projectId: string;
  readonly image: Image;
}

/** A deleted image, which the browser still shows, and its receipt. */
function Gone({ projectId, image, onErased }: PartProps & { readonly onErased: () => void }) {
  const { imageId, width, height } = image;
  return (
    <div class="col">
      <figure class="stage gone">
        <img src={shownUrl(image)} alt={altOfImage(image)} width={width} height={height} />
        <figcaption>
          <span>{formatSize(width, height)}</span>
        </figcaption>
      </figure>
      <DeletionReceipt projectId={projectId} imageId={imageId} onErased={onErased} />
    </div>
  );
}

interface LivingProps extends PartProps {
  readonly onChanged: () => void;
  readonly focus: Point;
  readonly left: number | null;
}

function Living({ projectId, image, focus, left, onChanged }: LivingProps) {
  return (
    <div class="col">
      <FocalStage
        image={image}
        focus={focus}
        onChange={mayCall('updateImageMetadata') ? setFocus : undefined}
      />
      <AddressesPanel projectId={projectId} image={image} focus={focus} left={left} />
      <UsagePart projectId={projectId} image={image} onChanged={onChanged} />
      <ChangesPanel image={image} />
    </div>
  );
}

/** The panels beside a living image, below its facts. */
function SideParts({ projectId, image, left, onChanged }: Omit<LivingProps, 'focus'>) {
  const part = { projectId, image };
  const metadata = JSON.stringify(image.metadata);
  return (
    <>
      <FromScript load={loadImageParts} what={IMAGE_TEXTS.versionsFailed}>
        {({ VersionsPanel }) => <VersionsPanel {...part} onChanged={onChanged} />}
      </FromScript>
      {image.visibility === 'public' && <FormatsPanel {...part} left={left} />}
      <MetadataPanel key={metadata} {...part} onSaved={onChanged} />
    </>
  );
}

/** The parts of the image beyond those that every screen shows; undefined without any. */
function badgesOf({ hasGainMap, hasWideGamut, visibility }: Image) {
  const isPrivate = visibility === 'private';
  if (!isPrivate && !hasGainMap && !hasWideGamut) return undefined;
  return (
    <>
      {isPrivate && <Badge icon="lock">{IMAGE_TEXTS.private}</Badge>}
      {hasGainMap && <Badge icon="hdr">{HDR}</Badge>}
      {hasWideGamut && <Badge icon="gamut">{DISPLAY_P3}</Badge>}
    </>
  );
}

/** The key that copies the URL. */
const useCopyKey = (url: string) =>
  useShortcuts([
    {
      keys: 'c',
      label: UI_TEXTS.copy(IMAGE_TEXTS.url),
      run: () => copyText(url, IMAGE_TEXTS.url),
    },
  ]);

type Life = 'lives' | 'asked' | 'deleted' | 'erased';

const isGone = (life: Life) => life === 'deleted' || life === 'erased';

interface ColumnsProps extends LivingProps {
  readonly life: Life;
  readonly onErased: () => void;
}

function Columns({ life, onErased, ...living }: ColumnsProps) {
  const { projectId, image } = living;
  return (
    <div class="cols">
      {isGone(life) ? (
        <Gone projectId={projectId} image={image} onErased={onErased} />
      ) : (
        <Living {...living} />
      )}
      <div class="col side-col">
        <FactsPanel image={image} />
        {!isGone(life) && <SideParts {...living} />}
      </div>
    </div>
  );
}

function Shown({ image, onChanged }: StateProps) {
  const projectId = currentProject.value?.projectId ?? '';
  const { imageId } = image;
  const [life, setLife] = useState<Life>('lives');
  const isDeleted = isGone(life);
  const { focus, isMoved, fault, keep } = useFocus({ image, onChanged });
  useCopyKey(image.imageUrl);
  const part = { projectId, image };
  if (isDeleted && keepDays() > 0) {
    return <MissingImage {...part} imageId={imageId} onRestored={() => setLife('lives')} />;
  }
  return (
    <Page
      title={nameOfImage(image)}
      badge={isDeleted && <DeletedBadge isErased={life === 'erased'} />}
      sub={badgesOf(image)}
      crumb={<ImagesCrumb />}
      actions={
        !isDeleted && (
          <Actions
            {...part}
            moved={isMoved ? focus : undefined}
            onKeep={keep}
            onDelete={() => setLife('asked')}
          />
        )
      }
    >
      <FaultBanner fault={fault} what={IMAGE_TEXTS.saveFailed} />
      {!isDeleted && <QuotaWall own={isFull('transformations') ? 'transformations' : 'images'} />}
      <Asking />
      <Columns
        {...part}
        life={life}
        focus={focus}
        left={leftOf('transformations') ?? null}
        onChanged={onChanged}
        onErased={() => setLife('erased')}
      />
      {life === 'asked' && (
        <DeleteOne
          projectId={projectId}
          imageId={imageId}
          onClose={() => setLife('lives')}
          onDeleted={() => setLife('deleted')}
        />
      )}
    </Page>
  );
}

/** An image: addresses, formats, metadata, and its deletion with the receipt. */
export function ImageScreen({ params }: ScreenProps) {
  const { imageId = '' } = params;
  const projectId = currentProject.value?.projectId ?? '';
  const read = useResource(imageId, async (signal) => {
    const image = await imagewell().getImage({ projectId, imageId }, { signal });
    changeImage(projectId, imageId, image); // as its bytes or its visibility are now
    return image;
  });
  const image = read.data ?? findKnownImage(projectId, imageId);
  if (image) return <Shown key={imageId} image={image} onChanged={read.reload} />;
  if (kindOf(read.fault) === 'gone')
    return <MissingImage projectId={projectId} imageId={imageId} onRestored={read.reload} />;
  return <WaitingImage imageId={imageId} read={read} what={IMAGE_TEXTS.loadFailed} />;
}
