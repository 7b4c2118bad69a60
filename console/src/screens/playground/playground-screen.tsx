import type { Transformation } from 'imagewell-client';
import { imageUrl } from 'imagewell-client';
import { useEffect, useId, useState } from 'preact/hooks';
import { CONTROLS } from '../../generated/parameters.ts';
import { type Image, nameOfImage } from '../../images/image.ts';
import { QuotaWall } from '../../quota/quota-wall.tsx';
import { imagewell } from '../../state/imagewell.ts';
import { useShortcuts } from '../../state/keyboard.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, loadUsage, usage } from '../../state/projects.ts';
import { isFull } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { hasCode } from '../../texts/fault-kinds.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import { QUOTA_TEXTS } from '../../texts/quota-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton, copyText } from '../../ui/copy-button.tsx';
import { Asking } from '../../ui/dialogs/ask-dialog.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Check, Field, Select } from '../../ui/field.tsx';
import { Page } from '../../ui/page.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { isFormat, readAddress, type Values } from './address.ts';
import { Compare } from './compare.tsx';
import { Controls } from './controls.tsx';
import { DrawOnImage } from './draw-on-image.tsx';
import { Facts } from './facts.tsx';
import { Ignored, type IgnoredPair } from './ignored-parameter.tsx';
import { fetchResult, type Made } from './made-result.ts';
import { SavePreset } from './save-preset.tsx';

const WAIT_MS = 250;

/** The value of 250 ms ago, so that a slider asks once. */
function useLater(value: string): string {
  const [later, setLater] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setLater(value), WAIT_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return later;
}

function readValues(query: URLSearchParams): Values {
  const pairs = CONTROLS.flatMap(({ name }) => {
    const value = query.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return Object.fromEntries(pairs);
}

function urlOf(image: Image, format: string, values: Values): string {
  // the client builds from texts as from numbers; the service validates them
  return imageUrl(image, { ...values, format } as Transformation);
}

const isOverQuota = (fault: unknown) => hasCode(fault, 'transformation_quota_exceeded');

/** In place of the offer to make a rendition, while none can be made. */
function MakeWall() {
  const id = useId();
  const used = usage.value;
  return (
    <div class="wall-c">
      <div class="grow">
        <b>{QUOTA_TEXTS.notStored}</b>
        <p>{QUOTA_TEXTS.originalAbove}</p>
      </div>
      <span class="why" id={id}>
        {used && QUOTA_TEXTS.zeroLeft(used.transformations.limit ?? 0)}
        <br />
        {used && QUOTA_TEXTS.startsAgain(used.resetsAt)}
      </span>
      <Button kind="primary" blockedBy={id}>
        {PLAYGROUND_TEXTS.make}
      </Button>
    </div>
  );
}

interface BenchProps {
  readonly image: Image;
  readonly projectId: string;
  /** Of the address that was pasted last. */
  readonly ignored: readonly IgnoredPair[];
  readonly onIgnored: (pairs: readonly IgnoredPair[]) => void;
}

function Bench({ image, projectId, ignored, onIgnored }: BenchProps) {
  const { query } = place.value;
  const [drawn, setDrawn] = useState<string>();
  const [draft, setDraft] = useState<Values>({});
  const values = { ...readValues(query), ...draft };
  const format = query.get('format') ?? image.format;
  const url = urlOf(image, format, values);
  const asked = useLater(url);
  const explained = useResource(asked, (signal) =>
    imagewell().explainTransformation({ projectId, imageUrl: asked }, { signal }),
  );
  const { data } = explained;
  const limits = usage.value?.transformations;
  const left = limits && limits.limit !== null ? Math.max(0, limits.limit - limits.used) : null;
  const [isAsIGo, setAsIGo] = useState(false);
  const [allowed, setAllowed] = useState('');
  const [made, setMade] = useState<Made>();
  const [fault, setFault] = useState<unknown>(undefined);
  const [pasted, setPasted] = useState('');
  const isValid = data !== undefined && data.errors.length === 0 && data.output !== null;
  const isFree = isValid && data.transformations === 0;
  const isWalled = isValid && !isFree && isFull('transformations');
  // a request that is known to be refused isn't sent
  const mayFetch = isValid && !isWalled && (isFree || isAsIGo || allowed === asked);
  useEffect(() => setFault(undefined), [asked]);
  useEffect(() => {
    if (!mayFetch) return undefined; // the words of a refusal stay
    setFault(undefined);
    const stop = new AbortController();
    fetchResult(asked, stop.signal).then(
      (result) => {
        if (stop.signal.aborted) return URL.revokeObjectURL(result.source);
        setMade(result);
        if (!isFree) loadUsage().catch(() => {}); // the next page reads it again
      },
      (error: unknown) => {
        if (stop.signal.aborted) return;
        setFault(error);
        if (isOverQuota(error)) loadUsage().catch(() => {}); // and the wall is there
      },
    );
    return () => stop.abort();
  }, [asked, mayFetch]);
  useEffect(() => () => made && URL.revokeObjectURL(made.source), [made]);
  const paste = (text: string) => {
    const read = readAddress(text);
    setPasted(read ? '' : text);
    if (!read) return;
    const cleared = Object.fromEntries(CONTROLS.map(({ name }) => [name, null]));
    const shown = isFormat(read.extension) ? read.extension : null;
    setQuery({ ...cleared, ...read.values, format: shown, image: read.imageId });
    onIgnored(read.ignored);
  };
  const drawnRow = CONTROLS.find(({ name }) => name === drawn);
  const shown = made?.url === asked ? made : undefined;
  const [base, text = ''] = url.split('?', 2);
  return (
    <div class="play-b">
      <Controls values={values} format={format} drawn={drawn} onDraw={setDrawn} />
      <div class="play-m">
        <QuotaWall own="transformations" refusal={isOverQuota(fault) ? fault : undefined} />
        <Asking />
        {drawnRow ? (
          <DrawOnImage
            row={drawnRow}
            image={image}
            values={values}
            onChange={(value) => setDraft({ [drawnRow.name]: value })}
            onEnd={(value) => {
              setDraft({});
              setQuery({ [drawnRow.name]: value });
            }}
          />
        ) : (
          <Compare image={image} made={shown} output={data?.output ?? null} />
        )}
        {isWalled && shown === undefined && <MakeWall />}
        <div class="urlbar">
          <code>
            <span class="u-base">{base}</span>
            {text !== '' && '?'}
            {text.split('&').map((pair, at) => {
              const [name, value] = pair.split('=');
              return (
                <span key={name}>
                  {at > 0 && '&'}
                  <span class="u-key">{name}</span>
                  {value !== undefined && '='}
                  <span class="u-val">{value}</span>
                </span>
              );
            })}
          </code>
          <CopyButton text={url} what={PLAYGROUND_TEXTS.url} look="primary" />
        </div>
        {explained.fault !== undefined && (
          <FaultBanner
            fault={explained.fault}
            what={PLAYGROUND_TEXTS.explainFailed}
            onRetry={explained.reload}
          />
        )}
        {fault !== undefined && !(isOverQuota(fault) && isWalled) && (
          <FaultBanner fault={fault} what={PLAYGROUND_TEXTS.makeFailed} />
        )}
        {data?.errors.map((one) => (
          <Banner key={one.detail} kind="warn" title={PLAYGROUND_TEXTS.refused}>
            {one.detail} <code>{one.code}</code>
          </Banner>
        ))}
        {ignored.map((pair) => (
          <Ignored
            key={pair[0]}
            pair={pair}
            onDone={() => onIgnored(ignored.filter((one) => one !== pair))}
          />
        ))}
        {isValid && !isFree && !isWalled && shown === undefined && (
          <Banner
            kind="info"
            title={PLAYGROUND_TEXTS.isNew}
            actions={<Button onClick={() => setAllowed(asked)}>{PLAYGROUND_TEXTS.make}</Button>}
          >
            {PLAYGROUND_TEXTS.costs(data.transformations, left)}
          </Banner>
        )}
        {limits?.limit === null && (
          <Check isOn={isAsIGo} onChange={setAsIGo}>
            {PLAYGROUND_TEXTS.asIGo}
          </Check>
        )}
        <Facts image={image} made={shown} explained={data} left={left} />
        <Field
          label={PLAYGROUND_TEXTS.paste}
          type="url"
          value={pasted}
          hint={PLAYGROUND_TEXTS.pasteHint}
          isCode
          onInput={paste}
        />
      </div>
    </div>
  );
}

/** Parameters of an image by controls, with the result beside the original; the query is all. */
export function PlaygroundScreen() {
  const projectId = currentProject.value?.projectId ?? '';
  const chosen = place.value.query.get('image');
  const [ignored, setIgnored] = useState<readonly IgnoredPair[]>([]);
  const images = useResource(projectId, async (signal) => {
    const { images: listed } = await imagewell().listImages({ projectId, limit: 50 }, { signal });
    if (chosen === null || listed.some(({ imageId }) => imageId === chosen)) return listed;
    return [await imagewell().getImage({ projectId, imageId: chosen }, { signal }), ...listed];
  });
  const { data = [] } = images;
  const isUnknown = chosen !== null && !data.some(({ imageId }) => imageId === chosen);
  const { reload, isLoading, fault } = images;
  useEffect(() => {
    if (isUnknown && !isLoading && fault === undefined) reload();
  }, [isUnknown, isLoading, fault, reload]);
  const image = data.find(({ imageId }) => imageId === chosen) ?? data[0];
  const reset = () =>
    setQuery({ format: null, ...Object.fromEntries(CONTROLS.map(({ name }) => [name, null])) });
  useShortcuts([{ keys: 'r', label: PLAYGROUND_TEXTS.reset, run: reset }]);
  return (
    <Page
      title={PLAYGROUND_TEXTS.title}
      class="play"
      picker={
        image && (
          <Select
            label={PLAYGROUND_TEXTS.choose}
            value={image.imageId}
            options={data.map((one) => ({ value: one.imageId, label: nameOfImage(one) }))}
            onChange={(value) => setQuery({ image: value })}
          />
        )
      }
      actions={
        <>
          <Button icon="rotate" kind="quiet" onClick={reset}>
            {PLAYGROUND_TEXTS.reset}
          </Button>
          <Button icon="out" onClick={() => copyText(location.href, PLAYGROUND_TEXTS.link)}>
            {`Copy ${PLAYGROUND_TEXTS.link}`}
          </Button>
          {image && <SavePreset image={image} />}
        </>
      }
    >
      {images.fault !== undefined && (
        <FaultBanner
          fault={images.fault}
          what={PLAYGROUND_TEXTS.loadFailed}
          onRetry={images.reload}
        />
      )}
      {image === undefined && images.isSlow && <Skeleton lines={6} />}
      {image && (
        <Bench image={image} projectId={projectId} ignored={ignored} onIgnored={setIgnored} />
      )}
      {images.data?.length === 0 && (
        <Empty
          title={PLAYGROUND_TEXTS.nothing}
          actions={<Button href={linkTo('gallery')}>{PLAYGROUND_TEXTS.toImages}</Button>}
        >
          {PLAYGROUND_TEXTS.nothingAbout}
        </Empty>
      )}
    </Page>
  );
}
