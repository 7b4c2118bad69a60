/** Long because one state serves every part of the playground; the parts still need files. */
import type { ExplainTransformationAnswer, Transformation } from 'imagewell-client';
import { imageUrl } from 'imagewell-client';
import { useEffect, useState } from 'preact/hooks';
import { imagewell } from '../../app/imagewell.ts';
import { useShortcuts } from '../../app/keyboard.ts';
import { linkTo } from '../../app/links.ts';
import { currentProject, loadUsage, usage } from '../../app/projects.ts';
import { useResource } from '../../app/resource.ts';
import { place, setQuery } from '../../app/router.ts';
import {
  CONTROLS,
  FORMAT_QUALITY,
  type ParameterControl as Row,
} from '../../generated/parameters.ts';
import { altOfImage, type Image, nameOfImage } from '../../images/image.ts';
import { formatBytes, formatSize } from '../../texts/format.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { CopyButton, copyText } from '../../ui/copy-button.tsx';
import { Empty } from '../../ui/empty.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Check, Field, Select } from '../../ui/field.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { ValueSegment } from '../../ui/segment.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { findNearest, isFormat, readAddress, type Values } from './address.ts';
import { ParameterControl } from './parameter-control.tsx';

const WAIT_MS = 250;
const GROUPS = ['Size', 'Frame', 'Look', 'Output'] as const;
const FORMATS = [...Object.keys(FORMAT_QUALITY), 'auto'];

interface Made {
  readonly url: string;
  readonly source: string;
  readonly bytes: number;
  readonly milliseconds: number;
  readonly serverTiming: string;
}

async function fetchResult(url: string, signal: AbortSignal): Promise<Made> {
  const from = performance.now();
  const response = await fetch(url, { signal });
  if (!response.ok) throw new TypeError(`${response.status} ${response.statusText}`);
  const blob = await response.blob();
  const milliseconds = Math.round(performance.now() - from);
  const serverTiming = response.headers.get('Server-Timing') ?? '';
  return { url, source: URL.createObjectURL(blob), bytes: blob.size, milliseconds, serverTiming };
}

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

/** Why a parameter has no effect beside the others; undefined where it has one. */
function reasonOf({ needs }: Row, values: Values, format: string): string | undefined {
  const sides = [values.width, values.height].filter(Boolean).length;
  const hasQuality = format === 'auto' || FORMAT_QUALITY[format as 'jpg'] !== null;
  if (needs === 'side' && sides === 0) return PLAYGROUND_TEXTS.needs.side;
  if (needs === 'box' && sides < 2) return PLAYGROUND_TEXTS.needs.box;
  if (needs === 'quality' && !hasQuality) return PLAYGROUND_TEXTS.needs.quality;
  return undefined;
}

function urlOf(image: Image, format: string, values: Values): string {
  // the client builds from texts as from numbers; the service validates them
  return imageUrl(image, { ...values, format } as Transformation);
}

function Controls({ values, format }: { readonly values: Values; readonly format: string }) {
  return (
    <form class="controls" aria-label={PLAYGROUND_TEXTS.parameters} autocomplete="off">
      {GROUPS.map((group) => (
        <section key={group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{group}</h2>
          {group === 'Output' && (
            <div class="p p-enum">
              <b>{PLAYGROUND_TEXTS.format}</b>
              <code class="pname">format</code>
              <ValueSegment
                label={PLAYGROUND_TEXTS.format}
                value={format}
                choices={FORMATS.map((value) => ({ value, label: value }))}
                onChange={(value) => setQuery({ format: value })}
              />
            </div>
          )}
          {CONTROLS.filter((row) => row.group === group).map((row) => (
            <ParameterControl
              key={row.name}
              row={row}
              value={values[row.name] ?? ''}
              reason={reasonOf(row, values, format)}
              onChange={(value) => setQuery({ [row.name]: value === row.default ? null : value })}
            />
          ))}
        </section>
      ))}
    </form>
  );
}

interface CompareProps {
  readonly image: Image;
  readonly made: Made | undefined;
  readonly output: ExplainTransformationAnswer['output'];
}

function Compare({ image, made, output }: CompareProps) {
  const [split, setSplit] = useState(50);
  const move = (by: number) => setSplit((was) => Math.min(100, Math.max(0, was + by)));
  useShortcuts([
    { keys: '[', label: PLAYGROUND_TEXTS.compare, run: () => move(-1) },
    { keys: ']', label: PLAYGROUND_TEXTS.compare, run: () => move(1) },
  ]);
  const { width, height } = output ?? image;
  const alt = altOfImage(image);
  const style = { aspectRatio: `${width} / ${height}`, '--split': made ? `${split}%` : '100%' };
  return (
    <figure class="compare">
      <div class="cmp-box" style={style}>
        {made && <img class="after" src={made.source} alt={PLAYGROUND_TEXTS.result(alt)} />}
        <div class="cmp-before">
          <img src={image.imageUrl} alt={PLAYGROUND_TEXTS.original(alt)} />
        </div>
        <span class="tag tl">{PLAYGROUND_TEXTS.originalTag(formatBytes(image.bytes))}</span>
        {made && (
          <>
            <span class="cmp-line" aria-hidden="true">
              <span>
                <Icon name="handle" />
              </span>
            </span>
            <span class="tag tr">{PLAYGROUND_TEXTS.resultTag(formatBytes(made.bytes))}</span>
            <input
              type="range"
              min="0"
              max="100"
              value={split}
              aria-label={PLAYGROUND_TEXTS.compare}
              onInput={({ currentTarget }) => setSplit(Number(currentTarget.value))}
            />
          </>
        )}
      </div>
    </figure>
  );
}

interface FactsProps {
  readonly image: Image;
  readonly made: Made | undefined;
  readonly explained: ExplainTransformationAnswer | undefined;
  readonly left: number | null;
}

function Facts({ image, made, explained, left }: FactsProps) {
  const output = explained?.output;
  const cost = explained?.transformations ?? 0;
  const { unknown } = PLAYGROUND_TEXTS;
  const saved = made && `${(100 - (made.bytes / image.bytes) * 100).toFixed(1)} %`;
  return (
    <dl class="kpis">
      <div>
        <dt>{PLAYGROUND_TEXTS.saved}</dt>
        <dd>
          {saved ?? unknown}
          {made && <small>{`${formatBytes(image.bytes)} → ${formatBytes(made.bytes)}`}</small>}
        </dd>
      </div>
      <div>
        <dt>{PLAYGROUND_TEXTS.dimensions}</dt>
        <dd>
          {output ? formatSize(output.width, output.height) : unknown}
          <small>{PLAYGROUND_TEXTS.from(formatSize(image.width, image.height))}</small>
        </dd>
      </div>
      <div>
        <dt>{PLAYGROUND_TEXTS.time}</dt>
        <dd>
          {made ? PLAYGROUND_TEXTS.milliseconds(made.milliseconds) : unknown}
          {made?.serverTiming && <small>{made.serverTiming}</small>}
        </dd>
      </div>
      <div>
        <dt>{PLAYGROUND_TEXTS.quota}</dt>
        <dd class={cost > 0 ? 'cost' : undefined}>
          {explained ? (cost > 0 ? PLAYGROUND_TEXTS.isNew : PLAYGROUND_TEXTS.isStored) : unknown}
          <small>
            {cost > 0 ? PLAYGROUND_TEXTS.costs(cost, left) : PLAYGROUND_TEXTS.costsNothing}
          </small>
        </dd>
      </div>
    </dl>
  );
}

interface IgnoredProps {
  readonly pair: readonly [name: string, value: string];
  readonly onDone: () => void;
}

function Ignored({ pair: [name, value], onDone }: IgnoredProps) {
  const nearest = findNearest(name);
  const use = () => {
    if (nearest !== undefined) setQuery({ [nearest]: value });
    onDone();
  };
  return (
    <Banner
      kind="warn"
      title={PLAYGROUND_TEXTS.ignored(`${name}=${value}`)}
      actions={
        <>
          {nearest !== undefined && (
            <Button size="small" onClick={use}>
              {PLAYGROUND_TEXTS.use(`${nearest}=${value}`)}
            </Button>
          )}
          <IconButton icon="x" size="small" label={PLAYGROUND_TEXTS.dismiss} onClick={onDone} />
        </>
      }
    >
      {nearest === undefined ? PLAYGROUND_TEXTS.noSuch : PLAYGROUND_TEXTS.nearest(nearest)}
    </Banner>
  );
}

interface BenchProps {
  readonly image: Image;
  readonly projectId: string;
  /** Of the address that was pasted last. */
  readonly ignored: readonly IgnoredProps['pair'][];
  readonly onIgnored: (pairs: readonly IgnoredProps['pair'][]) => void;
}

function Bench({ image, projectId, ignored, onIgnored }: BenchProps) {
  const { query } = place.value;
  const values = readValues(query);
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
  const mayFetch = isValid && (isFree || isAsIGo || allowed === asked);
  useEffect(() => {
    setFault(undefined);
    if (!mayFetch) return undefined;
    const stop = new AbortController();
    fetchResult(asked, stop.signal).then(
      (result) => {
        if (stop.signal.aborted) return URL.revokeObjectURL(result.source);
        setMade(result);
        if (!isFree) loadUsage().catch(() => {}); // the next page reads it again
      },
      (error: unknown) => {
        if (!stop.signal.aborted) setFault(error);
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
  const shown = made?.url === asked ? made : undefined;
  const [base, text = ''] = url.split('?', 2);
  return (
    <div class="play-b">
      <Controls values={values} format={format} />
      <div class="play-m">
        <Compare image={image} made={shown} output={data?.output ?? null} />
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
        {fault !== undefined && <FaultBanner fault={fault} what={PLAYGROUND_TEXTS.makeFailed} />}
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
        {isValid && !isFree && shown === undefined && (
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
  const [ignored, setIgnored] = useState<readonly IgnoredProps['pair'][]>([]);
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
      badge={
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
