import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSharpEngine } from '../../adapters/sharp/image-engine.ts';
import { ServiceError } from '../../core/foundation/service-error.ts';
import { FORMATS } from '../../core/transform/formats.ts';
import { acceptUnhurried } from '../support/images/accept-unhurried.ts';
import type { FaultyFile } from '../support/images/faults/faulty-file.ts';
import { listFaults } from '../support/images/faults/list-faults.ts';
import { faultLine, readRecordedFaults } from '../support/images/faults/recorded-faults.ts';
import { openBrowser } from './support/open-browser.ts';

const engine = await createSharpEngine();
const services = { imageEngine: async () => engine, abandonProcess: () => undefined };
/** Each file is asked for with ALL_FAULTS=1, in four minutes; else one of so many. */
const EVERY = process.env.ALL_FAULTS === '1' ? 1 : 6;
const files = (await listFaults()).filter((_, at) => at % EVERY === 0);
const lines = new Map(readRecordedFaults().map((line) => [`${line.type} ${line.name}`, line]));
/** A conversion to JPEG moves a few values of a small image this far, and no more of them. */
const NEAR = 12;
const FAR_SHARE = 0.01;

interface Shown {
  readonly isWhole: boolean;
  readonly width: number;
  readonly height: number;
  readonly pixels: readonly number[];
}

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser('--force-color-profile=srgb');
  page = await browser.newPage();
});
afterAll(() => browser?.close());

/** Undefined: the browser shows nothing of it. */
function show(bytes: Uint8Array, type: string): Promise<Shown | undefined> {
  const sent = [Buffer.from(bytes).toString('base64'), type] as const;
  return page.evaluate(async ([text, type]) => {
    const data = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    const blob = new Blob([data], { type });
    const image = new Image();
    const isLoaded = await new Promise<boolean>((done) => {
      image.onload = () => done(true);
      image.onerror = () => done(false);
      image.src = URL.createObjectURL(blob);
    });
    const { naturalWidth: width, naturalHeight: height } = image;
    if (!isLoaded || width === 0 || height === 0) return undefined;
    // the element shows a broken AVIF as a clear one; a bitmap of its bytes is refused
    const isWhole = await Promise.all([image.decode(), createImageBitmap(blob)]).then(
      () => true,
      () => false,
    );
    const context = new OffscreenCanvas(width, height).getContext('2d');
    context?.drawImage(image, 0, 0);
    const pixels = [...(context?.getImageData(0, 0, width, height).data ?? [])];
    return { isWhole, width, height, pixels };
  }, sent);
}

async function accept({ bytes, type }: FaultyFile) {
  try {
    return await acceptUnhurried(services, { bytes, contentType: type });
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Whether so few values differ that a conversion explains them; clear pixels have no colour. */
function looksAlike(one: Shown, other: Shown): boolean {
  if (one.width !== other.width || one.height !== other.height) return false;
  const far = one.pixels.filter((value, at) => {
    const alpha = (at & ~3) + 3;
    const areClear = one.pixels[alpha] === 0 && other.pixels[alpha] === 0;
    return !areClear && Math.abs(value - (other.pixels[at] ?? 999)) > NEAR;
  });
  return far.length <= FAR_SHARE * one.pixels.length;
}

describe('a file with a fault, or of a rare form', () => {
  it.each(files.map((file) => [`${file.type} ${file.name}`, file] as const))(
    '%s is shown, and taken, as recorded (uploads.leniency)',
    async (key, file) => {
      const sent = await show(file.bytes, file.type);
      const chromium = sent ? (sent.isWhole ? 'whole' : 'in part') : 'not';
      const taken = await accept(file);
      const stored = taken && (await show(taken.bytes, FORMATS[taken.format].contentType));
      const { width, height } = taken?.facts ?? {};
      // a GIF whose frame has fewer pixels than its size is in part shown as it was
      const isWhole = file.type === 'image/gif' ? stored?.isWhole : true;
      if (taken) expect(stored).toMatchObject({ isWhole, width, height });
      const isSame = sent?.isWhole && stored ? looksAlike(sent, stored) : false;
      const here = taken ? ('in' as const) : ('refused' as const);
      const needsReason = chromium === 'whole' && !isSame;
      const { reason = '' } = lines.get(key) ?? {};
      const found = { ...file, chromium, here, reason } as const;
      expect(faultLine(found)).toBe(
        faultLine(lines.get(key) ?? { ...found, name: 'not recorded' }),
      );
      expect(needsReason, `a reason: ${reason}`).toBe(reason !== '');
    },
  );
});
