import { useState } from 'preact/hooks';
import { LIMITS } from '../../generated/rules.ts';
import type { Image, MetadataPair } from '../../images/image.ts';
import { changeMetadata } from '../../images/image-list.ts';
import { fixKey, isKey, lengthOf } from '../../images/metadata-rules.ts';
import { imagewell } from '../../state/imagewell.ts';
import { GALLERY_TEXTS } from '../../texts/gallery-texts.ts';
import { IconButton } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { Field } from '../../ui/field.tsx';

type Change = Readonly<Record<string, string | null>>;

/** Saves run side by side, as uploads do. */
const AT_ONCE = 4;

/** The keys that the images have, with how many have each and its value where all agree. */
function keysOf(images: readonly Image[]) {
  const found = new Map<string, { count: number; value: string | undefined }>();
  for (const { metadata } of images) {
    for (const [key, value] of Object.entries(metadata)) {
      const was = found.get(key);
      const isSame = was === undefined || was.value === value;
      found.set(key, { count: (was?.count ?? 0) + 1, value: isSame ? value : undefined });
    }
  }
  return [...found].map(([key, facts]) => ({ key, ...facts }));
}

interface KeyRowProps {
  readonly row: ReturnType<typeof keysOf>[number];
  readonly all: number;
  readonly isRemoved: boolean;
  readonly onToggle: () => void;
}

function KeyRow({ row, all, isRemoved, onToggle }: KeyRowProps) {
  const { key, count, value } = row;
  const label = isRemoved ? GALLERY_TEXTS.keepKey(key) : GALLERY_TEXTS.removeKey(key);
  return (
    <li class={isRemoved ? 'gone' : undefined}>
      <code>{key}</code>
      <span class="grow clip">
        {isRemoved ? GALLERY_TEXTS.removed : (value ?? GALLERY_TEXTS.manyValues)}
      </span>
      <small>{GALLERY_TEXTS.onAll(count, all)}</small>
      <IconButton icon={isRemoved ? 'rotate' : 'x'} size="small" label={label} onClick={onToggle} />
    </li>
  );
}

/** Why the change can't be saved; undefined where it can. */
function keyFault(key: string, onFix: (fixed: string) => void) {
  if (key === '' || isKey(key)) return undefined;
  const fixed = fixKey(key);
  return (
    <>
      {GALLERY_TEXTS.keyFault(fixed)}{' '}
      {fixed !== '' && (
        <button type="button" class="fix" onClick={() => onFix(fixed)}>
          {GALLERY_TEXTS.useKey(fixed)}
        </button>
      )}
    </>
  );
}

const countOver = (images: readonly Image[], change: Change) =>
  images.filter(({ metadata }) => {
    const next = Object.entries({ ...metadata, ...change }).filter(([, value]) => value !== null);
    return next.length > LIMITS.maxMetadataKeys;
  }).length;

/** Saves a change to each image; those that failed are returned with the last fault. */
async function saveAll(
  projectId: string,
  images: readonly Image[],
  change: Change,
  onSaved: () => void,
): Promise<{ readonly failed: readonly Image[]; readonly fault: unknown }> {
  const failed: Image[] = [];
  const waiting = [...images];
  let fault: unknown;
  const work = async () => {
    for (let image = waiting.shift(); image; image = waiting.shift()) {
      try {
        const saved = await imagewell().updateImageMetadata({
          projectId,
          imageUrl: image.imageId,
          add: change,
        });
        changeMetadata(projectId, image.imageId, saved.metadata);
        onSaved();
      } catch (error) {
        failed.push(image);
        fault = error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { failed, fault };
}

export interface MetadataDialogProps {
  readonly projectId: string;
  readonly images: readonly Image[];
  readonly onClose: () => void;
}

interface KeyRowsProps {
  readonly images: readonly Image[];
  readonly removed: ReadonlySet<string>;
  readonly onChange: (removed: ReadonlySet<string>) => void;
}

/** The keys that the images have, each with a button that removes or keeps it. */
function KeyRows({ images, removed, onChange }: KeyRowsProps) {
  const rows = keysOf(images);
  if (rows.length === 0) return null;
  const toggle = (name: string) => {
    const next = new Set(removed);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  };
  return (
    <ul class="key-rows" aria-label={GALLERY_TEXTS.keysNow}>
      {rows.map((row) => (
        <KeyRow
          key={row.key}
          row={row}
          all={images.length}
          isRemoved={removed.has(row.key)}
          onToggle={() => toggle(row.key)}
        />
      ))}
    </ul>
  );
}

interface PairFieldsProps {
  readonly pair: MetadataPair;
  readonly onChange: (pair: MetadataPair) => void;
}

const isTooLong = (value: string) => lengthOf(value) > LIMITS.maxMetadataValueLength;

function PairFields({ pair, onChange }: PairFieldsProps) {
  const setKey = (key: string) => onChange({ ...pair, key });
  return (
    <div class="pair">
      <Field
        label={GALLERY_TEXTS.newKey}
        value={pair.key}
        isCode
        autoFocus
        hint={GALLERY_TEXTS.keyHint}
        fault={keyFault(pair.key, setKey)}
        onInput={setKey}
      />
      <Field
        label={GALLERY_TEXTS.newValue}
        value={pair.value}
        hint={GALLERY_TEXTS.valueCount(lengthOf(pair.value), LIMITS.maxMetadataValueLength)}
        fault={
          isTooLong(pair.value)
            ? GALLERY_TEXTS.valueFault(LIMITS.maxMetadataValueLength)
            : undefined
        }
        onInput={(value) => onChange({ ...pair, value })}
      />
    </div>
  );
}

/** Adds one pair to several images, or removes keys of them, with the rules as one types. */
export function MetadataDialog({ projectId, images, onClose }: MetadataDialogProps) {
  const [left, setLeft] = useState(images);
  const [pair, setPair] = useState<MetadataPair>({ key: '', value: '' });
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const [saved, setSaved] = useState<number>();
  const { key, value } = pair;
  const removals = [...removed].map((name) => [name, null] as const);
  const change: Change = { ...Object.fromEntries(removals), ...(key !== '' && { [key]: value }) };
  const over = countOver(left, change);
  const isValid = (key === '' || isKey(key)) && !isTooLong(value) && over === 0;
  const act = async () => {
    setSaved(0);
    const done = await saveAll(projectId, left, change, () => setSaved((was = 0) => was + 1));
    setSaved(undefined);
    if (done.failed.length === 0) return onClose();
    setLeft(done.failed);
    throw done.fault;
  };
  return (
    <FormDialog
      title={GALLERY_TEXTS.metadataTitle(left.length)}
      about={GALLERY_TEXTS.metadataAbout}
      yes={GALLERY_TEXTS.saveMetadata(left.length)}
      busy={GALLERY_TEXTS.saving(saved ?? 0, left.length)}
      failed={GALLERY_TEXTS.metadataFailed(left.length)}
      safe={left.length < images.length ? GALLERY_TEXTS.metadataSafe : undefined}
      mayClose={saved === undefined}
      isHeld
      isReady={isValid && Object.keys(change).length > 0}
      act={act}
      onClose={onClose}
    >
      <KeyRows images={left} removed={removed} onChange={setRemoved} />
      <PairFields pair={pair} onChange={setPair} />
      {over > 0 && (
        <p class="line-bad" role="alert">
          {GALLERY_TEXTS.tooManyKeys(over, LIMITS.maxMetadataKeys)}
        </p>
      )}
    </FormDialog>
  );
}
