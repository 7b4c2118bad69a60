import { useState } from 'preact/hooks';
import { LIMITS } from '../../generated/rules.ts';
import type { Image } from '../../images/image.ts';
import { changeMetadata } from '../../images/image-list.ts';
import { fixKey, isKey, lengthOf } from '../../images/metadata-rules.ts';
import { imagewell } from '../../state/imagewell.ts';
import { mayCall } from '../../state/projects.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { FaultBanner } from '../../ui/fault-banner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';
import {
  type Clash,
  changeOf,
  findClashes,
  type Pair,
  pairsOf,
  setPair,
} from './metadata-change.ts';
import { MetadataClashes } from './metadata-clashes.tsx';

export interface MetadataPanelProps {
  readonly projectId: string;
  readonly image: Image;
  readonly onSaved: () => void;
}

/** The metadata of an image, with its rules as one types. */
export function MetadataPanel({ projectId, image, onSaved }: MetadataPanelProps) {
  /** As it was read last; later changes of other users are found by it. */
  const [was, setWas] = useState(image.metadata);
  const [pairs, setPairs] = useState(pairsOf(was));
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const [fault, setFault] = useState<unknown>(undefined);
  const [isBusy, setBusy] = useState(false);
  const mayChange = mayCall('updateImageMetadata');
  const change = changeOf(was, pairs);
  const isChanged = Object.keys(change).length > 0;
  const isTwice = (key: string) => pairs.filter((one) => one.key === key).length > 1;
  const isGood = ({ key, value }: Pair) =>
    isKey(key) && !isTwice(key) && lengthOf(value) <= LIMITS.maxMetadataValueLength;
  const isValid = pairs.every(isGood) && (isChanged || clashes.length > 0) && !isBusy;
  const edit = (at: number, part: Partial<Pair>) =>
    setPairs(pairs.map((one, index) => (index === at ? { ...one, ...part } : one)));
  const discard = () => {
    setPairs(pairsOf(was));
    setClashes([]);
  };
  const save = async () => {
    setBusy(true);
    setFault(undefined);
    try {
      const { imageId } = image;
      const { metadata: now } = await imagewell().getImage({ projectId, imageId });
      const found = findClashes(was, now, change);
      setClashes(found);
      if (found.length > 0) {
        const rebased = Object.entries(change).reduce(
          (all, [key, value]) => setPair(all, key, value),
          pairsOf(now),
        );
        setWas(now);
        setPairs(rebased);
        return;
      }
      const request = { projectId, imageUrl: imageId, add: change };
      const metadata = isChanged ? (await imagewell().updateImageMetadata(request)).metadata : now;
      changeMetadata(projectId, imageId, metadata);
      onSaved();
    } catch (error) {
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel
      title={IMAGE_TEXTS.metadata}
      about={IMAGE_TEXTS.keys(pairs.length, LIMITS.maxMetadataKeys)}
    >
      {fault !== undefined && <FaultBanner fault={fault} what={IMAGE_TEXTS.saveFailed} />}
      {clashes.length > 0 && (
        <MetadataClashes
          clashes={clashes}
          pairs={pairs}
          onChoose={(key, value) => setPairs(setPair(pairs, key, value))}
        />
      )}
      <form
        class="meta-ed"
        autocomplete="off"
        onMouseDown={(event) => {
          // a field that loses the focus loses its hint, and the button would move off the pointer
          if (event.target instanceof Element && event.target.closest('button')) {
            event.preventDefault();
          }
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (isValid) void save();
        }}
      >
        {pairs.map(({ key, value }, at) => {
          const isBad = key !== '' && (!isKey(key) || isTwice(key));
          const fixed = fixKey(key);
          const id = `metadata-${at}`;
          return (
            <div key={id} class={isBad ? 'mrow bad' : 'mrow'}>
              <input
                class="input mono"
                value={key}
                aria-label={IMAGE_TEXTS.key(at + 1)}
                aria-invalid={isBad}
                aria-describedby={id}
                readOnly={!mayChange}
                onInput={({ currentTarget }) => edit(at, { key: currentTarget.value })}
              />
              <input
                class="input"
                value={value}
                aria-label={IMAGE_TEXTS.valueOf(key)}
                aria-invalid={lengthOf(value) > LIMITS.maxMetadataValueLength}
                readOnly={!mayChange}
                onInput={({ currentTarget }) => edit(at, { value: currentTarget.value })}
              />
              {mayChange && (
                <IconButton
                  icon="x"
                  label={IMAGE_TEXTS.remove(key)}
                  onClick={() => setPairs(pairs.filter((_, index) => index !== at))}
                />
              )}
              <p class="mh" id={id}>
                {isBad && <Icon name="error" />}
                {isBad && (isTwice(key) ? IMAGE_TEXTS.twice : IMAGE_TEXTS.keyFault)}
                {isBad && fixed !== '' && fixed !== key && (
                  <button type="button" class="fix" onClick={() => edit(at, { key: fixed })}>
                    {IMAGE_TEXTS.use(fixed)}
                  </button>
                )}
                <span class="num">
                  {IMAGE_TEXTS.count(lengthOf(value), LIMITS.maxMetadataValueLength)}
                </span>
              </p>
            </div>
          );
        })}
        {mayChange && (
          <div class="row form-foot">
            <Button
              icon="plus"
              kind="quiet"
              isDisabled={pairs.length >= LIMITS.maxMetadataKeys}
              onClick={() => setPairs([...pairs, { key: '', value: '' }])}
            >
              {IMAGE_TEXTS.addKey}
            </Button>
            <span class="grow" />
            <Button kind="quiet" onClick={discard}>
              {IMAGE_TEXTS.discard}
            </Button>
            <Button type="submit" isDisabled={!isValid}>
              {IMAGE_TEXTS.saveChanges}
            </Button>
          </div>
        )}
      </form>
    </Panel>
  );
}
