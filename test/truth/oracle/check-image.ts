import type { Delivered, Finding, Sent, Shown } from '../page/page-jobs.ts';
import type { Bound } from '../pixels/compare-pixels.ts';
import { confirmFindings } from './confirm-findings.ts';
import { confirmQuality } from './confirm-quality.ts';
import { deliver } from './deliver.ts';
import type { Oracle } from './open-oracle.ts';
import { addBounds, CONVERTED, DRAWN, KEPT, renditionsOf } from './renditions.ts';
import { patiently, type Saved, saveImage, type TestedService } from './save-image.ts';

/** The result of an image. */
export interface Outcome {
  readonly name: string;
  readonly type: string;
  readonly shown: 'whole' | 'in part' | 'not';
  /** Undefined: it came in. Else the problem's code and detail. */
  readonly refused?: { readonly code: string; readonly detail: string };
  readonly findings: readonly Finding[];
  /** Responses of 500 and above: no line may excuse one. */
  readonly serverErrors: readonly string[];
  /** Set: not compared, for this reason. */
  readonly skipped?: string;
}

/** An image for the oracle. */
export interface Subject {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
  /** Compared as stored, and not in other formats. */
  readonly isStoredOnly?: boolean;
}

/** Above it a comparison takes seconds and hundreds of megabytes. */
const MAX_COMPARED_PIXELS = 16_000_000;

/** The bounds of the types whose pixels are converted for the stored image. */
const LOSSES: Readonly<Record<string, Bound>> = {
  'image/svg+xml': DRAWN,
  'image/avif': CONVERTED,
  'image/heic': CONVERTED,
};

type Size = Pick<Saved, 'width' | 'height'>;

function compareRecord(record: Size, { width, height }: Size): Finding[] {
  const isSame = record.width === width && record.height === height;
  const detail = `${record.width} x ${record.height}, not ${width} x ${height}`;
  return isSame ? [] : [{ what: 'size of the record', detail }];
}

/** A drawing has any size of its ratio; all else keeps its pixels. */
function sizeOfStored(type: string, shown: Shown): Pick<Delivered, 'size'> {
  return type === 'image/svg+xml' ? {} : { size: { width: shown.width, height: shown.height } };
}

async function compareAll(
  oracle: Oracle,
  service: TestedService,
  subject: Subject,
  saved: Saved,
  original: { sent: Sent; shown: Shown | undefined },
): Promise<Pick<Outcome, 'findings' | 'serverErrors' | 'skipped'>> {
  const { sent, shown } = original;
  // a drawing has the size that it is drawn at; all else the size that the browser shows
  const whole = shown?.isWhole ? shown : undefined;
  const size = whole && subject.type !== 'image/svg+xml' ? whole : saved;
  const path = new URL(saved.imageUrl).pathname.replace(/\.\w+$/, '');
  const loss = LOSSES[subject.type];
  const requested = subject.isStoredOnly ? [] : renditionsOf(size);
  const renditions = requested.map((one) => {
    return { ...one, bound: loss ? addBounds(one.bound, loss) : one.bound };
  });
  const made = await deliver(oracle, service, path, renditions);
  const { serverErrors } = made;
  const file = await patiently(() => service.client.get(new URL(saved.imageUrl).pathname));
  const type = file.headers.get('content-type') ?? '';
  const stored = oracle.images.add(file.bytes, type);
  const isLarge = size.width * size.height > MAX_COMPARED_PIXELS;
  try {
    if (isLarge) return { findings: made.findings, serverErrors, skipped: 'above 16 megapixels' };
    const first: Delivered = {
      ...stored,
      name: 'stored',
      isAnimated: type === subject.type && type !== 'image/png',
      bound: loss ?? KEPT,
      ...(whole ? sizeOfStored(subject.type, whole) : {}),
    };
    // a browser that doesn't show the original leaves the stored file as the measure
    const delivered = [first, ...made.delivered];
    const job = { original: whole ? sent : stored, base: size, delivered };
    const confirm = async () => {
      const found = await confirmFindings(oracle, subject, job, await oracle.compare(job));
      return confirmQuality({ oracle, service, path, renditions }, job, found);
    };
    const compared = await confirm().catch((error) => [hung(error)]);
    return {
      findings: [...compareRecord(saved, size), ...made.findings, ...compared],
      serverErrors,
    };
  } finally {
    for (const one of [stored, ...made.delivered]) oracle.images.drop(one);
  }
}

const hung = (error: unknown): Finding => {
  return { what: 'no answer', detail: (error as Error).message };
};

/** Uploads an image, asks for it in every format, and compares all with the original. */
export async function checkImage(
  oracle: Oracle,
  service: TestedService,
  subject: Subject,
): Promise<Outcome> {
  const { name, type, bytes } = subject;
  const sent = oracle.images.add(bytes, type);
  const findings: Finding[] = [];
  // an image that ends or stops a page is a finding, and is delivered all the same
  const shown = await oracle.show(sent).catch((error) => {
    findings.push(hung(error));
    return undefined;
  });
  const how = shown ? (shown.isWhole ? 'whole' : 'in part') : 'not';
  const facts = { name, type, shown: how } as const;
  try {
    const saved = await saveImage(service, bytes, type);
    if (!('imageUrl' in saved)) return { ...facts, findings, ...saved };
    const all = await compareAll(oracle, service, subject, saved, { sent, shown });
    return { ...facts, ...all, findings: [...findings, ...all.findings] };
  } catch (error) {
    return { ...facts, findings, serverErrors: [(error as Error).message] };
  } finally {
    oracle.images.drop(sent);
  }
}
