import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { insertCredit } from '../../../../core/codecs/credit/insert-credit.ts';
import { readCredit } from '../../../../core/codecs/credit/read-credit.ts';
import type { ImageId, TemporaryImageId } from '../../../../core/images/ids.ts';
import { originalObjectKey } from '../../../../core/images/object-keys.ts';
import {
  creatorsOf,
  iptcSegment,
  packetOf,
  rightsOf,
  withPacket,
  xmpSegment,
} from '../../../support/credit/make-credit.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawAnimation, drawJpeg } from '../../../support/images/draw.ts';
import { insertSegments, jpegSegment } from '../../../support/images/make-jpeg.ts';
import {
  createFakeBucket,
  type FakeBucket,
  promise,
  tellOf,
} from '../../../support/stores/direct-arrivals.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const LICENSE = 'https://example.com/licence?a=1&b=2';
const CREDIT = { creator: 'Ann & Bo', copyright: '© 2026 <Ann>', licenseUrl: LICENSE };
const PACKET = packetOf(
  creatorsOf('Ann &amp; Bo') + rightsOf('© 2026 &lt;Ann&gt;'),
  ` xmpRights:WebStatement="${LICENSE.replace('&', '&amp;')}"`,
);
const SENT = withPacket(await drawJpeg(60, 40), PACKET);
const LAUGHS = `<!DOCTYPE x [<!ENTITY a "haha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]>`;
const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
let test: TestServices;
let bucket: FakeBucket;

const set = (credit: 'drop' | 'keep') =>
  test.services.projects.changeSettings(test.credentials.projectId, { credit });
const keep = () => set('keep');
async function creditOf(imageId: string) {
  const headers = { 'x-api-key': test.credentials.apiKey };
  const { json } = await callAny(test.services, ENDPOINTS.getImage, { headers, body: { imageId } });
  return json.credit;
}

beforeEach(async () => {
  bucket = createFakeBucket();
  test = await makeServices({ incoming: bucket });
});
afterEach(() => test.remove());

describe('with the setting credit (uploads.credit)', () => {
  it('an image says its credit, and its stored file and renditions state it', async () => {
    await keep();
    const imageId = await storeImage(test, SENT);
    expect(await creditOf(imageId)).toEqual(CREDIT);
    for (const path of ['jpg', 'jpg?width=30', 'png?width=30', 'webp?width=30']) {
      const { status, bytes } = await deliver(test, `/res/${imageId}.${path}`);
      expect([path, status]).toEqual([path, 200]);
      const format = path.split('?')[0] as 'jpg' | 'png' | 'webp';
      expect([path, readCredit(format, bytes)]).toEqual([path, CREDIT]);
    }
    const { bytes } = await deliver(test, `/res/${imageId}.avif?width=30`);
    expect(readCredit('avif', bytes)).toEqual(CREDIT);
    const gif = await deliver(test, `/res/${imageId}.gif?width=30`);
    expect([gif.status, Buffer.from(gif.bytes).includes('xmpmeta')]).toEqual([200, false]);
  });

  it('a temporary image states it too, and an upload of the stored file gives the same bytes', async () => {
    await keep();
    const imageId = await storeImage(test, SENT);
    const stored = (await deliver(test, `/res/${imageId}.jpg`)).bytes;
    const again = await storeImage(test, stored);
    expect(await creditOf(again)).toEqual(CREDIT);
    expect((await deliver(test, `/res/${again}.jpg`)).bytes).toEqual(stored);
    const image = await test.services.images.getImage(again as ImageId);
    expect(image).toMatchObject({ bytes: stored.length, sha256: sha256Of(stored) });
    const { bytes } = await deliver(test, `/res/${image?.temporaryImageId}.webp?width=20`);
    expect(readCredit('webp', bytes)).toEqual(CREDIT);
  });

  it('counts at the upload: a later change leaves each image and its renditions as they are', async () => {
    const before = await storeImage(test, SENT);
    const plain = (await deliver(test, `/res/${before}.webp?width=30`)).bytes;
    await keep();
    const kept = await storeImage(test, SENT);
    const stating = (await deliver(test, `/res/${kept}.webp?width=30`)).bytes;
    expect((await deliver(test, `/res/${before}.webp?width=31`)).bytes.includes('xmpmeta')).toBe(
      false,
    );
    await set('drop');
    expect([await creditOf(before), await creditOf(kept)]).toEqual([null, CREDIT]);
    expect((await deliver(test, `/res/${kept}.webp?width=31`)).bytes.includes('xmpmeta')).toBe(
      true,
    );
    expect([plain.includes('xmpmeta'), readCredit('webp', stating)]).toEqual([false, CREDIT]);
  });

  it('is of the image, and not of its overlays', async () => {
    const plain = await storeImage(test, await drawJpeg(60, 40));
    await keep();
    const logo = await storeImage(test, SENT);
    const { status, bytes } = await deliver(test, `/res/${plain}.png?overlay=${logo}`);
    expect([status, bytes.includes('xmpmeta')]).toEqual([200, false]);
    const other = await deliver(test, `/res/${logo}.png?overlay=${plain}`);
    expect(readCredit('png', other.bytes)).toEqual(CREDIT);
  });

  it('the stored image that is served in place of a larger rendition states it (delivery.never-larger)', async () => {
    await keep();
    const small = await sharp(await drawJpeg(60, 40))
      .jpeg({ quality: 20 })
      .toBuffer();
    const imageId = await storeImage(test, withPacket(small, PACKET));
    const stored = (await deliver(test, `/res/${imageId}.jpg`)).bytes;
    const { bytes } = await deliver(test, `/res/${imageId}.jpg?width=60`);
    expect([bytes.equals(stored), readCredit('jpg', bytes)]).toEqual([true, CREDIT]);
  });

  it('an animated WebP states it with each frame, and a GIF has none', async () => {
    await keep();
    const gif = await storeImage(test, await drawAnimation(), 'image/gif');
    expect(await creditOf(gif)).toBeNull();
    const moving = await sharp(await drawAnimation(), { animated: true })
      .webp()
      .toBuffer();
    const sent = insertCredit(moving, CREDIT);
    const imageId = await storeImage(test, sent, 'image/webp');
    const { bytes } = await deliver(test, `/res/${imageId}.webp?width=10`);
    expect(readCredit('webp', bytes)).toEqual(CREDIT);
    expect((await sharp(bytes).metadata()).pages).toBe(2);
  });

  it('a direct upload has the setting of the time of its form, also where its worker died', async () => {
    const wish = { contentType: 'image/jpeg', bytes: 50_000, originalFilename: 'a.jpg' };
    const of = async (id: TemporaryImageId) => {
      const image = await test.services.images.getTemporaryImage(id);
      return image?.credit;
    };
    const early = await promise(test, wish);
    await keep();
    const [id, other] = [await promise(test, wish), await promise(test, wish)];
    await set('drop');
    for (const one of [early, id]) await tellOf(test.services, one, [bucket.write(one, SENT)]);
    await test.services.objects.copy(originalObjectKey(id), originalObjectKey(other));
    const second = withPacket(await drawJpeg(60, 40), packetOf(creatorsOf('Eve')));
    await tellOf(test.services, other, [bucket.write(other, second)]);
    expect([await of(early), await of(id), await of(other)]).toEqual([null, CREDIT, CREDIT]);
  });

  it.each([
    ['a packet that is no XML', xmpSegment('<x:xmpmeta')],
    ['a billion laughs', xmpSegment(LAUGHS + packetOf(creatorsOf('&d;')))],
    ['an element in 5,000 others', xmpSegment('<a>'.repeat(5_000))],
    ['no UTF-8', xmpSegment(Buffer.concat([Buffer.from(PACKET), Buffer.of(0xff, 0xfe, 0xc0)]))],
    ['60 KB of an open tag', xmpSegment(`<a ${'b="" '.repeat(12_000)}`)],
    ['datasets that lie', iptcSegment(Buffer.from('\x1c\x02\x50\xff\xff', 'latin1'))],
    [
      'a resource that lies',
      jpegSegment(0xed, 'Photoshop 3.0\x008BIM\x04\x04\0\0\xff\xff\xff\xff'),
    ],
    ['no TIFF', jpegSegment(0xe1, 'Exif\0\0II*\0\xff\xff\xff\xff')],
  ])('metadata that can’t be read refuse no image: %s', async (_, segment) => {
    await keep();
    const imageId = await storeImage(test, insertSegments(await drawJpeg(60, 40), segment));
    expect(await creditOf(imageId)).toBeNull();
    const { status, bytes } = await deliver(test, `/res/${imageId}.jpg`);
    expect([status, bytes.includes('xmpmeta')]).toEqual([200, false]);
  });

  it('off, no credit is read, and no file states one', async () => {
    const imageId = await storeImage(test, SENT);
    expect(await creditOf(imageId)).toBeNull();
    const { bytes } = await deliver(test, `/res/${imageId}.jpg`);
    expect(readCredit('jpg', bytes)).toBeNull();
  });
});
