import { useEffect, useId, useState } from 'preact/hooks';
import { CONTROLS } from '../../generated/parameters.ts';
import { type Image, nameOfImage } from '../../images/image.ts';
import { QuotaWall } from '../../quota/quota-wall.tsx';
import { imagewell } from '../../state/imagewell.ts';
import { useShortcuts } from '../../state/keyboard.ts';
import { linkTo } from '../../state/links.ts';
import { currentProject, usage } from '../../state/projects.ts';
import { leftOf } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import { place, setQuery } from '../../state/router.ts';
import { PLAYGROUND_TEXTS } from '../../texts/playground-texts.ts';
import { QUOTA_TEXTS } from '../../texts/quota-texts.ts';
import { UI_TEXTS } from '../../texts/ui-texts.ts';
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
import { SavePreset } from './save-preset.tsx';
import { isOverQuota, type Result, useResult } from './use-result.ts';

/** No parameter at all. */
const CLEARED = Object.fromEntries(CONTROLS.map(({ name }) => [name, null]));

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

/** The address, in colours, to copy. */
function UrlBar({ url }: { readonly url: string }) {
  const [base, text = ''] = url.split('?', 2);
  return (
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
  );
}

interface ResultProps {
  readonly result: Result;
}

/** The faults of the parameters, and of making the result. */
function Faults({ result: { explained, fault, isWalled } }: ResultProps) {
  return (
    <>
      <FaultBanner
        fault={explained.fault}
        what={PLAYGROUND_TEXTS.explainFailed}
        onRetry={explained.reload}
      />
      {!(isOverQuota(fault) && isWalled) && (
        <FaultBanner fault={fault} what={PLAYGROUND_TEXTS.makeFailed} />
      )}
      {explained.data?.errors.map((one) => (
        <Banner key={one.detail} kind="warn" title={PLAYGROUND_TEXTS.refused}>
          {one.detail} <code>{one.code}</code>
        </Banner>
      ))}
    </>
  );
}

/** The offer to make a rendition that isn't stored. */
function Offer({ result }: ResultProps) {
  const { isOffered, isWalled, allow, isAsIGo, setAsIGo, explained } = result;
  const cost = explained.data?.transformations ?? 0;
  return (
    <>
      {isOffered && !isWalled && (
        <Banner
          kind="info"
          title={PLAYGROUND_TEXTS.isNew}
          actions={<Button onClick={allow}>{PLAYGROUND_TEXTS.make}</Button>}
        >
          {PLAYGROUND_TEXTS.costs(cost, leftOf('transformations') ?? null)}
        </Banner>
      )}
      {leftOf('transformations') === null && (
        <Check isOn={isAsIGo} onChange={setAsIGo}>
          {PLAYGROUND_TEXTS.asIGo}
        </Check>
      )}
    </>
  );
}

/** Takes an address over whose parameters are known here. */
function PasteField({ onIgnored }: Pick<BenchProps, 'onIgnored'>) {
  const [pasted, setPasted] = useState('');
  const paste = (text: string) => {
    const read = readAddress(text);
    setPasted(read ? '' : text);
    if (!read) return;
    const shown = isFormat(read.extension) ? read.extension : null;
    setQuery({ ...CLEARED, ...read.values, format: shown, image: read.imageId });
    onIgnored(read.ignored);
  };
  return (
    <Field
      label={PLAYGROUND_TEXTS.paste}
      type="url"
      value={pasted}
      hint={PLAYGROUND_TEXTS.pasteHint}
      isCode
      onInput={paste}
    />
  );
}

function Bench({ image, projectId, ignored, onIgnored }: BenchProps) {
  const [drawn, setDrawn] = useState<string>();
  const [draft, setDraft] = useState<Values>({});
  const result = useResult(image, projectId, draft);
  const { values, format, explained, made, fault } = result;
  const drawnRow = CONTROLS.find(({ name }) => name === drawn);
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
          <Compare image={image} made={made} output={explained.data?.output ?? null} />
        )}
        {result.isWalled && made === undefined && <MakeWall />}
        <UrlBar url={result.url} />
        <Faults result={result} />
        {ignored.map((pair) => (
          <Ignored
            key={pair[0]}
            pair={pair}
            onDone={() => onIgnored(ignored.filter((one) => one !== pair))}
          />
        ))}
        <Offer result={result} />
        <Facts image={image} made={made} explained={explained.data} />
        <PasteField onIgnored={onIgnored} />
      </div>
    </div>
  );
}

/** The images to choose from: the newest, and the one that the address names. */
function useImages(projectId: string) {
  const chosen = place.value.query.get('image');
  const images = useResource(projectId, async (signal) => {
    const { images: listed } = await imagewell().listImages({ projectId, limit: 50 }, { signal });
    if (chosen === null || listed.some(({ imageId }) => imageId === chosen)) return listed;
    return [await imagewell().getImage({ projectId, imageId: chosen }, { signal }), ...listed];
  });
  const { data = [], reload, isLoading, fault } = images;
  const isUnknown = chosen !== null && !data.some(({ imageId }) => imageId === chosen);
  useEffect(() => {
    if (isUnknown && !isLoading && fault === undefined) reload();
  }, [isUnknown, isLoading, fault, reload]);
  return { images, image: data.find(({ imageId }) => imageId === chosen) ?? data[0] };
}

function Picker({ image, images }: { image: Image; images: readonly Image[] }) {
  return (
    <Select
      label={PLAYGROUND_TEXTS.choose}
      value={image.imageId}
      options={images.map((one) => ({ value: one.imageId, label: nameOfImage(one) }))}
      onChange={(value) => setQuery({ image: value })}
    />
  );
}

const reset = () => setQuery({ format: null, ...CLEARED });

function Actions({ image }: { readonly image: Image | undefined }) {
  return (
    <>
      <Button icon="rotate" kind="quiet" onClick={reset}>
        {PLAYGROUND_TEXTS.reset}
      </Button>
      <Button icon="out" onClick={() => copyText(location.href, PLAYGROUND_TEXTS.link)}>
        {UI_TEXTS.copy(PLAYGROUND_TEXTS.link)}
      </Button>
      {image && <SavePreset image={image} />}
    </>
  );
}

/** Parameters of an image by controls, with the result beside the original; the query is all. */
export function PlaygroundScreen() {
  const projectId = currentProject.value?.projectId ?? '';
  const [ignored, setIgnored] = useState<readonly IgnoredPair[]>([]);
  const { images, image } = useImages(projectId);
  useShortcuts([{ keys: 'r', label: PLAYGROUND_TEXTS.reset, run: reset }]);
  return (
    <Page
      title={PLAYGROUND_TEXTS.title}
      class="play"
      picker={image && <Picker image={image} images={images.data ?? []} />}
      actions={<Actions image={image} />}
    >
      <FaultBanner
        fault={images.fault}
        what={PLAYGROUND_TEXTS.loadFailed}
        onRetry={images.reload}
      />
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
