import { useEffect, useRef, useState } from 'preact/hooks';
import { type Image, isPending } from '../../images/image.ts';
import { changeImage, findImageList, type ImageList } from '../../images/image-list.ts';
import { ADD_SAMPLES, addSamples, wasAddingSamples } from '../../images/samples.ts';
import { QuotaWall } from '../../quota/quota-wall.tsx';
import { imagewell } from '../../state/imagewell.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, keepDays, mayCall, type Project, usage } from '../../state/projects.ts';
import { isFull } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { formatNumber } from '../../texts/format.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { PAGE_TITLES } from '../../texts/shell-texts.ts';
import { Button } from '../../ui/button.tsx';
import { Asking } from '../../ui/dialogs/ask-dialog.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Select } from '../../ui/field.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
import { Page } from '../../ui/page.tsx';
import { ViewSegment } from '../../ui/segment.tsx';
import { UploadButtons } from '../../uploads/upload-buttons.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { DeletedBanner, NONE_DELETED } from './deleted-banner.tsx';
import { finding, hasConditions, loadFinding, readSearch } from './finding.ts';
import { NoImages, SampleProgress } from './gallery-empty.tsx';
import { type Order, readLook, setOrder, setReview, setView, type View } from './gallery-look.ts';
import { ImageGrid } from './image-grid.tsx';
import { MetadataDialog } from './metadata-dialog.tsx';
import { SearchField } from './search-field.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

const ORDERS = [
  { value: 'newest', label: GALLERY_TEXTS.newest },
  { value: 'oldest', label: GALLERY_TEXTS.oldest },
] as const;
const VIEWS = [
  { value: 'grid', label: GALLERY_TEXTS.grid, icon: 'images' },
  { value: 'list', label: GALLERY_TEXTS.list, icon: 'list' },
] as const;
const SLOW_MS = 150;
/** As many ghosts as fill a window before anything is known. */
const GHOSTS = 12;
/** As many images are loaded beyond those in sight. */
const AHEAD = 30;

/** Whether something has been going on for 150 ms. */
function useSlow(isGoingOn: boolean): boolean {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    if (!isGoingOn) return undefined;
    const timer = setTimeout(() => setSlow(true), SLOW_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isGoingOn]);
  return isSlow;
}

/** How many images the project has, as the service counts them. */
function useTotal(projectId: string): number | undefined {
  const used = usage.value?.images.used; // an upload or a deletion changes it
  const { data } = useResource(`${projectId} ${used}`, (signal) =>
    imagewell().getUsage({ projectId }, { signal }),
  );
  return data?.images.used;
}

interface SubProps {
  readonly shown: Shown;
  readonly project: Project;
}

/** The line under the title: how many, of how many, and by what. */
function Sub({ shown: { search, list, matching, total, look }, project }: SubProps) {
  const { parts } = finding.value;
  if (parts && search.conditions.length > 0) {
    return <parts.Matches search={search} list={list} total={total} />;
  }
  const isDone = list.isDone.value;
  const count = isDone ? matching.length : total;
  const places = usage.value?.images;
  if (places && isFull('images')) {
    return (
      <>
        <b class="num">{formatNumber(places.used)}</b>
        {GALLERY_TEXTS.placesUsed(places.limit ?? 0)}
      </>
    );
  }
  if (isDone && count === 0) return <>{GALLERY_TEXTS.none(project.name)}</>;
  if (!count) return <>{project.name}</>;
  return (
    <>
      <b class="num">{formatNumber(count)}</b>
      {GALLERY_TEXTS.images(count, look.order)}
    </>
  );
}

const REVIEWS = [
  { value: '', label: GALLERY_TEXTS.anyState },
  { value: 'pending', label: GALLERY_TEXTS.inReview },
] as const;

interface ToolsProps {
  readonly shown: Shown;
  readonly project: Project;
}

function Tools({ shown: { search, list, matching, total, look }, project }: ToolsProps) {
  const { parts } = finding.value;
  const isEmpty = list.isDone.value && matching.length === 0;
  if (isEmpty && search.conditions.length === 0) return null;
  return (
    <search class="tools">
      <SearchField search={search} all={findImageList(project.projectId)} />
      {parts && <parts.Announcer search={search} list={list} total={total} />}
      {(project.moderation !== 'none' || look.isInReview) && (
        <Select
          label={GALLERY_TEXTS.inReview}
          value={look.isInReview ? 'pending' : ''}
          options={REVIEWS}
          onChange={setReview}
        />
      )}
      <Select<Order>
        label={GALLERY_TEXTS.order}
        value={look.order}
        options={ORDERS}
        onChange={setOrder}
      />
      <ViewSegment<View>
        label={GALLERY_TEXTS.view}
        value={look.view}
        choices={VIEWS}
        onChange={setView}
      />
    </search>
  );
}

/** Adds the sample images that the address asks for, a single time; a reload continues it. */
function useAskedSamples(projectId: string): void {
  const isAsked = place.value.query.get('add') === ADD_SAMPLES.add;
  useEffect(() => {
    if (!isAsked && !wasAddingSamples(projectId)) return;
    if (isAsked) setQuery({ add: null });
    void addSamples(projectId);
  }, [isAsked, projectId]);
}

type Opened = 'delete' | 'metadata' | undefined;

/** The list of the address; its first page is read, unless the service would refuse it. */
function useList(projectId: string) {
  const search = readSearch();
  const look = readLook();
  const isOldestFirst = look.order === 'oldest';
  const filter = { ...search.filter, ...(isOldestFirst && { order: look.order }) };
  const list = findImageList(projectId, filter);
  const isAsked = search.problem === undefined;
  useEffect(() => {
    if (isAsked) void list.refresh();
  }, [list, isAsked]);
  return { search, look, list, isAsked, matching: isAsked ? list.images.value : NO_IMAGES };
}

const NO_IMAGES: readonly Image[] = [];

/** Reads on as far as the user looks, unless pages have no images. */
function useReading(list: ImageList) {
  const reached = useRef(0);
  const isReading = list.isLoading.value;
  const read = () => {
    const { length } = list.images.value;
    const isOver = list.isDone.value || list.isStalled.value || list.fault.value !== undefined;
    if (!isOver && length > 0 && reached.current + AHEAD > length) void list.loadMore();
  };
  useEffect(read, [isReading]);
  return (index: number) => {
    reached.current = index;
    read();
  };
}

/** The images that the address shows, and the places of those that aren't loaded yet. */
function useShown(projectId: string) {
  const found = useList(projectId);
  const { search, list, isAsked, matching } = found;
  const total = useTotal(projectId);
  const isDone = list.isDone.value;
  const hasFault = list.fault.value !== undefined;
  const isFirst = isAsked && list.pages.value === 0 && !hasFault;
  const isSlow = useSlow(isFirst);
  const isAll = search.conditions.length === 0;
  const expected = isAll ? Math.max(total ?? 0, matching.length) : matching.length;
  const rest = isDone ? 0 : Math.max(expected - matching.length, isFirst ? GHOSTS : 0);
  const isDrawn = (!hasFault || matching.length > 0) && (!isFirst || isSlow);
  const onReach = useReading(list);
  return { ...found, total, count: isDrawn ? matching.length + rest : 0, onReach };
}

type Shown = ReturnType<typeof useShown>;

/** Approves images one after the other; those before a fault are approved. */
function useApproval(projectId: string, chosen: readonly Image[]) {
  const { fault, run } = useAction();
  const approve = () =>
    run(async () => {
      for (const { imageId, sha256 } of chosen) {
        const decision = { projectId, imageId, decision: 'approve', sha256 } as const;
        const { review } = await imagewell().reviewImage(decision);
        changeImage(projectId, imageId, { review });
      }
    });
  return { fault, approve };
}

interface ChosenProps {
  readonly projectId: string;
  readonly images: readonly Image[];
  readonly opened: Opened;
  readonly onOpen: (opened: Opened) => void;
  readonly onApprove: () => void;
  readonly onDeleted: (ids: readonly string[], isKept: boolean) => void;
  readonly onClear: () => void;
}

/** The acts on chosen images; nothing without any. */
function Chosen(props: ChosenProps) {
  const { projectId, images, opened, onOpen, onApprove, onDeleted, onClear } = props;
  if (images.length === 0) return null;
  const close = () => onOpen(undefined);
  const isRejection = images.every(isPending);
  return (
    <>
      <div class="dock">
        <SelectionBar
          images={images}
          onEdit={() => onOpen('metadata')}
          onApprove={onApprove}
          onDelete={() => onOpen('delete')}
          onClear={onClear}
        />
      </div>
      {opened === 'delete' && (
        <DeleteDialog
          isRejection={isRejection}
          projectId={projectId}
          ids={images.map(({ imageId }) => imageId)}
          onClose={close}
          // a rejected image is erased
          onDeleted={(ids) => onDeleted(ids, !isRejection && keepDays() > 0)}
        />
      )}
      {opened === 'metadata' && (
        <MetadataDialog projectId={projectId} images={images} onClose={close} />
      )}
    </>
  );
}

interface StateProps {
  readonly projectId: string;
  readonly shown: Shown;
}

/** Stands in the place of images where none is found. */
function NoneFound({ projectId, shown: { search, list, matching } }: StateProps) {
  const { parts } = finding.value;
  const isSearch = parts && search.conditions.length > 0;
  if (isSearch && search.problem !== undefined) return <parts.Problem problem={search.problem} />;
  if (!list.isDone.value || matching.length > 0) return null;
  if (!isSearch) return <NoImages projectId={projectId} />;
  return <parts.NoMatch projectId={projectId} search={search} all={findImageList(projectId)} />;
}

/** The faults of the list, and what stands in its place where it is empty. */
function ListState({ projectId, shown }: StateProps) {
  const { list, matching } = shown;
  const isEmpty = matching.length === 0;
  return (
    <>
      <FaultBanner
        fault={list.fault.value}
        what={isEmpty ? GALLERY_TEXTS.loadFailed : GALLERY_TEXTS.moreFailed}
        onRetry={() => list.loadMore()}
      />
      <SampleProgress projectId={projectId} />
      {list.isStalled.value && (
        <Button onClick={() => list.loadMore()}>{GALLERY_TEXTS.searchOn}</Button>
      )}
      <NoneFound projectId={projectId} shown={shown} />
    </>
  );
}

function Actions() {
  return (
    <>
      {keepDays() > 0 && (
        <Button icon="trash" href={linkTo('bin')}>
          {PAGE_TITLES.bin}
        </Button>
      )}
      {mayCall('saveTemporaryImage') && <UploadButtons />}
    </>
  );
}

/** No search and no suggestions: the script is missing. */
function ScriptFault() {
  const { fault } = finding.value;
  const retry = () => void loadFinding();
  return <FaultBanner fault={fault} what={GALLERY_TEXTS.searchFailed} onRetry={retry} />;
}

function Gallery({ project }: { readonly project: Project }) {
  const { projectId } = project;
  const shown = useShown(projectId);
  const { look, list, matching, count, onReach } = shown;
  useAskedSamples(projectId);
  const selection = useSelection(matching);
  const [opened, setOpened] = useState<Opened>();
  const [deleted, setDeleted] = useState(NONE_DELETED);
  const chosen = matching.filter(({ imageId }) => selection.ids.has(imageId));
  const { fault, approve } = useApproval(projectId, chosen);
  return (
    <Page
      title={GALLERY_TEXTS.title}
      sub={<Sub shown={shown} project={project} />}
      // also of an empty project: a chooser that goes away loses its files and the focus
      actions={<Actions />}
    >
      <QuotaWall own="images" />
      <Asking />
      <DeletedBanner {...deleted} onClose={() => setDeleted(NONE_DELETED)} />
      <Tools shown={shown} project={project} />
      <ScriptFault />
      <FaultBanner fault={fault} what={GALLERY_TEXTS.approveFailed} />
      <ListState shown={shown} projectId={projectId} />
      <div aria-busy={list.isLoading.value}>
        {count > 0 && (
          <ImageGrid
            images={matching}
            count={count}
            project={project}
            look={look}
            selection={selection}
            onReach={onReach}
            onDelete={() => mayCall('deleteImages') && setOpened('delete')}
          />
        )}
      </div>
      <div class="end" />
      <Chosen
        projectId={projectId}
        images={chosen}
        opened={opened}
        onOpen={setOpened}
        onApprove={approve}
        onDeleted={(ids, isKept) => setDeleted((was) => ({ ids: [...was.ids, ...ids], isKept }))}
        onClear={selection.clear}
      />
    </Page>
  );
}

/** An address with conditions, until their script is there. */
function Waiting({ project }: { readonly project: Project }) {
  useEffect(() => void loadFinding(), []);
  return (
    <Page title={GALLERY_TEXTS.title} sub={project.name}>
      <ScriptFault />
    </Page>
  );
}

/** All images of the project: searched, chosen, changed and deleted; and where new ones come in. */
export function GalleryScreen() {
  const project = currentProject.value;
  if (!project) return null;
  const isWaiting = hasConditions() && !finding.value.parts;
  return isWaiting ? <Waiting project={project} /> : <Gallery project={project} />;
}
