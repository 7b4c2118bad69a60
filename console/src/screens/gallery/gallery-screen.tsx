import { useEffect, useState } from 'preact/hooks';
import { STORED_FORMATS } from '../../generated/rules.ts';
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
import { NoImages, NoMatch, SampleProgress } from './gallery-empty.tsx';
import {
  clearFilter,
  type GalleryFilter,
  isFiltered,
  readFilter,
  setFormat,
  setReview,
  setView,
  type View,
} from './gallery-filter.ts';
import { ImageGrid } from './image-grid.tsx';
import { MetadataDialog } from './metadata-dialog.tsx';
import { SearchField } from './search-field.tsx';
import { useSelection } from './selection.ts';
import { SelectionBar } from './selection-bar.tsx';

const FORMATS = [
  { value: '', label: GALLERY_TEXTS.anyFormat },
  ...STORED_FORMATS.map((format) => ({ value: format, label: format })),
];
const VIEWS = [
  { value: 'grid', label: GALLERY_TEXTS.grid, icon: 'images' },
  { value: 'list', label: GALLERY_TEXTS.list, icon: 'list' },
] as const;
const SLOW_MS = 150;
/** As many ghosts as fill a window before anything is known. */
const GHOSTS = 12;

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
  readonly filter: GalleryFilter;
  readonly list: ImageList;
  readonly matching: number;
  readonly total: number | undefined;
  readonly project: Project;
}

/** The line under the title: how many, of how many, and by what. */
function Sub({ filter, list, matching, total, project }: SubProps) {
  const isDone = list.isDone.value;
  if (!isFiltered(filter)) {
    const count = isDone ? matching : total;
    const places = usage.value?.images;
    if (places && isFull('images')) {
      return (
        <>
          <b class="num">{formatNumber(places.used)}</b>
          {GALLERY_TEXTS.placesUsed(places.limit ?? 0)}
        </>
      );
    }
    if (count === undefined) return <>{project.name}</>;
    if (isDone && count === 0) return <>{GALLERY_TEXTS.none(project.name)}</>;
    if (count === 0) return <>{project.name}</>;
    const words = GALLERY_TEXTS.count(count);
    return (
      <>
        <b class="num">{words.count}</b>
        {words.rest}
      </>
    );
  }
  const { pair } = filter;
  return (
    <>
      <b class="num">{formatNumber(matching)}</b>
      {GALLERY_TEXTS.matching(isDone, total)}{' '}
      {pair && (
        <code>
          {pair.key} = {pair.value}
        </code>
      )}{' '}
      ·{' '}
      <button type="button" class="link" onClick={clearFilter}>
        {GALLERY_TEXTS.clearFilter}
      </button>
    </>
  );
}

const REVIEWS = [
  { value: '', label: GALLERY_TEXTS.anyState },
  { value: 'pending', label: GALLERY_TEXTS.inReview },
] as const;

interface ToolsProps {
  readonly filter: GalleryFilter;
  readonly list: ImageList;
  readonly project: Project;
}

function Tools({ filter, list, project }: ToolsProps) {
  const isEmpty = list.isDone.value && list.images.value.length === 0;
  if (isEmpty && !isFiltered(filter)) return null;
  return (
    <search class="tools">
      <SearchField filter={filter} images={findImageList(project.projectId).images.value} />
      {(project.moderation !== 'none' || filter.isInReview) && (
        <Select
          label={GALLERY_TEXTS.inReview}
          value={filter.isInReview ? 'pending' : ''}
          options={REVIEWS}
          onChange={setReview}
        />
      )}
      <Select
        label={GALLERY_TEXTS.format}
        value={filter.format}
        options={FORMATS}
        onChange={setFormat}
      />
      <ViewSegment<View>
        label={GALLERY_TEXTS.view}
        value={filter.view}
        choices={VIEWS}
        onChange={setView}
      />
    </search>
  );
}

/** Loads the first page of a list, after a pause of the one who types. */
function useLoading(list: ImageList, isTyped: boolean): void {
  useEffect(() => {
    const timer = setTimeout(() => void list.refresh(), isTyped ? SLOW_MS : 0);
    return () => clearTimeout(timer);
  }, [list]);
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

/** The images that the filter shows, and the places of those that aren't loaded yet. */
function useShown(projectId: string) {
  const filter = readFilter();
  const list = findImageList(projectId, filter);
  useLoading(list, filter.text !== '');
  const total = useTotal(projectId);
  const matching = list.images.value;
  const isDone = list.isDone.value;
  const hasFault = list.fault.value !== undefined;
  const isFirst = list.pages.value === 0 && !isDone && !hasFault;
  const isSlow = useSlow(isFirst);
  const expected = isFiltered(filter) ? matching.length : Math.max(total ?? 0, matching.length);
  const rest = isDone ? 0 : Math.max(expected - matching.length, isFirst ? GHOSTS : 0);
  const isDrawn = (!hasFault || matching.length > 0) && (!isFirst || isSlow);
  const onReach = (index: number) => {
    const needsMore = !isDone && !hasFault && index + 30 > matching.length;
    if (needsMore && matching.length > 0) void list.loadMore();
  };
  return { filter, list, matching, total, count: isDrawn ? matching.length + rest : 0, onReach };
}

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
  readonly filter: GalleryFilter;
  readonly list: ImageList;
  readonly matching: number;
}

/** The faults of the list, and what stands in its place where it is empty. */
function ListState({ projectId, filter, list, matching }: StateProps) {
  const isDone = list.isDone.value;
  const isEmpty = list.images.value.length === 0;
  return (
    <>
      <FaultBanner
        fault={list.fault.value}
        what={isEmpty ? GALLERY_TEXTS.loadFailed : GALLERY_TEXTS.moreFailed}
        onRetry={() => list.loadMore()}
      />
      <SampleProgress projectId={projectId} />
      {isDone && isEmpty && !isFiltered(filter) && <NoImages projectId={projectId} />}
      {isFiltered(filter) && !isDone && list.pages.value > 0 && (
        <Button onClick={() => list.loadMore()}>{GALLERY_TEXTS.searchOn}</Button>
      )}
      {isDone && matching === 0 && isFiltered(filter) && (
        <NoMatch filter={filter} all={findImageList(projectId)} />
      )}
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

function Gallery({ project }: { readonly project: Project }) {
  const { projectId } = project;
  const { filter, list, matching, total, count, onReach } = useShown(projectId);
  useAskedSamples(projectId);
  const selection = useSelection(matching);
  const [opened, setOpened] = useState<Opened>();
  const [deleted, setDeleted] = useState(NONE_DELETED);
  const chosen = matching.filter(({ imageId }) => selection.ids.has(imageId));
  const { fault, approve } = useApproval(projectId, chosen);
  const state = { filter, list, matching: matching.length };
  return (
    <Page
      title={GALLERY_TEXTS.title}
      sub={<Sub {...state} total={total} project={project} />}
      // also of an empty project: a chooser that goes away loses its files and the focus
      actions={<Actions />}
    >
      <QuotaWall own="images" />
      <Asking />
      <DeletedBanner {...deleted} onClose={() => setDeleted(NONE_DELETED)} />
      <Tools filter={filter} list={list} project={project} />
      <FaultBanner fault={fault} what={GALLERY_TEXTS.approveFailed} />
      <ListState {...state} projectId={projectId} />
      <div aria-busy={list.isLoading.value}>
        {count > 0 && (
          <ImageGrid
            images={matching}
            count={count}
            project={project}
            view={filter.view}
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

/** All images of the project: searched, chosen, changed and deleted; and where new ones come in. */
export function GalleryScreen() {
  const project = currentProject.value;
  return project ? <Gallery project={project} /> : null;
}
