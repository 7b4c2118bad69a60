import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../core/api/endpoints.ts';
import { readCredit } from '../../../../core/codecs/credit/read-credit.ts';
import { creatorsOf, packetOf, rightsOf, withPacket } from '../../../support/credit/make-credit.ts';
import { callAny } from '../../../support/http/call-any.ts';
import { deliver, storeImage } from '../../../support/http/deliver.ts';
import { drawJpeg } from '../../../support/images/draw.ts';
import { makeServices, type TestServices } from '../../../support/stores/make-services.ts';

const LICENSE = 'https://example.com/licence?a=1&b=2';
const CREDIT = { creator: 'Ann & Bo', copyright: '© 2026 <Ann>', licenseUrl: LICENSE };
const PACKET = packetOf(
  creatorsOf('Ann &amp; Bo') + rightsOf('© 2026 &lt;Ann&gt;'),
  ` xmpRights:WebStatement="${LICENSE.replace('&', '&amp;')}"`,
);
const SENT = withPacket(await drawJpeg(60, 40), PACKET);
let test: TestServices;

const keep = () =>
  test.services.projects.changeSettings(test.credentials.projectId, { credit: 'keep' });
async function creditOf(imageId: string) {
  const headers = { 'x-api-key': test.credentials.apiKey };
  const { json } = await callAny(test.services, ENDPOINTS.getImage, { headers, body: { imageId } });
  return json.credit;
}

beforeEach(async () => {
  test = await makeServices();
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

  it('off, no credit is read, and no file states one', async () => {
    const imageId = await storeImage(test, SENT);
    expect(await creditOf(imageId)).toBeNull();
    const { bytes } = await deliver(test, `/res/${imageId}.jpg`);
    expect(readCredit('jpg', bytes)).toBeNull();
  });
});
