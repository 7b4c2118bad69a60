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
import { Form } from '../../ui/field.tsx';
import { useAction } from '../../ui/hooks/use-action.ts';
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

type Metadata = Image['metadata'];

/** The pairs as they are typed, against those that were read last. */
function useDraft(read: Metadata) {
  /** As it was read last; later changes of other users are found by it. */
  const [was, setWas] = useState(read);
  const [pairs, setPairs] = useState(pairsOf(was));
  const [clashes, setClashes] = useState<readonly Clash[]>([]);
  const change = changeOf(was, pairs);
  const discard = () => {
    setPairs(pairsOf(was));
    setClashes([]);
  };
  /** Takes the metadata as it is now; true where another user changed the same keys. */
  const meet = (now: Metadata): boolean => {
    const found = findClashes(was, now, change);
    setClashes(found);
    if (found.length === 0) return false;
    setWas(now);
    setPairs(
      Object.entries(change).reduce((all, [key, value]) => setPair(all, key, value), pairsOf(now)),
    );
    return true;
  };
  return { pairs, setPairs, clashes, change, discard, meet };
}

/** Why a key can't be one; empty where it can. */
function faultOf(key: string, pairs: readonly Pair[]): string {
  if (pairs.filter((one) => one.key === key).length > 1) return IMAGE_TEXTS.twice;
  return isKey(key) ? '' : IMAGE_TEXTS.keyFault;
}

const isTooLong = (value: string) => lengthOf(value) > LIMITS.maxMetadataValueLength;

interface RowProps {
  readonly at: number;
  readonly pairs: readonly Pair[];
  readonly mayChange: boolean;
  readonly onChange: (pairs: readonly Pair[]) => void;
}

interface NoteProps {
  readonly id: string;
  readonly pair: Pair;
  readonly fault: string;
  readonly onFix: (key: string) => void;
}

/** The fault of a key with its correction, and the length of the value. */
function Note({ id, pair: { key, value }, fault, onFix }: NoteProps) {
  const fixed = fixKey(key);
  return (
    <p class="mh" id={id}>
      {fault && <Icon name="error" />}
      {fault}
      {fault && fixed !== '' && fixed !== key && (
        <button type="button" class="fix" onClick={() => onFix(fixed)}>
          {IMAGE_TEXTS.use(fixed)}
        </button>
      )}
      <span class="num">{IMAGE_TEXTS.count(lengthOf(value), LIMITS.maxMetadataValueLength)}</span>
    </p>
  );
}

function Row({ at, pairs, mayChange, onChange }: RowProps) {
  const pair = pairs[at];
  if (!pair) return null;
  const { key, value } = pair;
  const fault = key === '' ? '' : faultOf(key, pairs);
  const id = `metadata-${at}`;
  const edit = (part: Partial<Pair>) =>
    onChange(pairs.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <div class={fault ? 'mrow bad' : 'mrow'}>
      <input
        class="input mono"
        value={key}
        aria-label={IMAGE_TEXTS.key(at + 1)}
        aria-invalid={fault !== ''}
        aria-describedby={id}
        readOnly={!mayChange}
        onInput={({ currentTarget }) => edit({ key: currentTarget.value })}
      />
      <input
        class="input"
        value={value}
        aria-label={IMAGE_TEXTS.valueOf(key)}
        aria-invalid={isTooLong(value)}
        readOnly={!mayChange}
        onInput={({ currentTarget }) => edit({ value: currentTarget.value })}
      />
      {mayChange && (
        <IconButton
          icon="x"
          label={IMAGE_TEXTS.remove(key)}
          onClick={() => onChange(pairs.filter((_, index) => index !== at))}
        />
      )}
      <Note id={id} pair={pair} fault={fault} onFix={(fixed) => edit({ key: fixed })} />
    </div>
  );
}

interface FootProps {
  readonly pairs: readonly Pair[];
  readonly isValid: boolean;
  readonly onChange: (pairs: readonly Pair[]) => void;
  readonly onDiscard: () => void;
}

function Foot({ pairs, isValid, onChange, onDiscard }: FootProps) {
  return (
    <div class="row form-foot">
      <Button
        icon="plus"
        kind="quiet"
        isDisabled={pairs.length >= LIMITS.maxMetadataKeys}
        onClick={() => onChange([...pairs, { key: '', value: '' }])}
      >
        {IMAGE_TEXTS.addKey}
      </Button>
      <span class="grow" />
      <Button kind="quiet" onClick={onDiscard}>
        {IMAGE_TEXTS.discard}
      </Button>
      <Button type="submit" isDisabled={!isValid}>
        {IMAGE_TEXTS.saveChanges}
      </Button>
    </div>
  );
}

/** A field that loses the focus loses its hint, and the button would move off the pointer. */
function keepFocus(event: MouseEvent): void {
  if (event.target instanceof Element && event.target.closest('button')) event.preventDefault();
}

/** The metadata of an image, with its rules as one types. */
export function MetadataPanel({ projectId, image, onSaved }: MetadataPanelProps) {
  const { pairs, setPairs, clashes, change, discard, meet } = useDraft(image.metadata);
  const { isBusy, fault, run } = useAction();
  const mayChange = mayCall('updateImageMetadata');
  const isChanged = Object.keys(change).length > 0;
  const isGood = ({ key, value }: Pair) => faultOf(key, pairs) === '' && !isTooLong(value);
  const isValid = pairs.every(isGood) && (isChanged || clashes.length > 0) && !isBusy;
  const { imageId } = image;
  const save = async () => {
    const { metadata: now } = await imagewell().getImage({ projectId, imageId });
    if (meet(now)) return;
    const request = { projectId, imageUrl: imageId, add: change };
    const metadata = isChanged ? (await imagewell().updateImageMetadata(request)).metadata : now;
    changeMetadata(projectId, imageId, metadata);
    onSaved();
  };
  return (
    <Panel
      title={IMAGE_TEXTS.metadata}
      about={IMAGE_TEXTS.keys(pairs.length, LIMITS.maxMetadataKeys)}
    >
      <FaultBanner fault={fault} what={IMAGE_TEXTS.saveFailed} />
      {clashes.length > 0 && (
        <MetadataClashes
          clashes={clashes}
          pairs={pairs}
          onChoose={(key, value) => setPairs(setPair(pairs, key, value))}
        />
      )}
      <Form class="meta-ed" isReady={isValid} onSubmit={() => run(save)} onMouseDown={keepFocus}>
        {pairs.map((_, at) => (
          <Row key={at} at={at} pairs={pairs} mayChange={mayChange} onChange={setPairs} />
        ))}
        {mayChange && (
          <Foot pairs={pairs} isValid={isValid} onChange={setPairs} onDiscard={discard} />
        )}
      </Form>
    </Panel>
  );
}
