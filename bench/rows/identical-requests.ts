import { get } from '../measure/get.ts';
import { WORKS } from '../originals/works.ts';
import { row } from './row.ts';

const REQUESTS = 16;

/** Renditions that the service has made since its start. */
async function countMade(baseUrl: string): Promise<number> {
  const { body } = await get(`${baseUrl}/metrics`);
  return Number(/^imagewell_renditions_total\{event="made"\} (\d+)/m.exec(String(body))?.[1] ?? 0);
}

export const IDENTICAL_REQUESTS = row({
  title: `${REQUESTS} identical requests in flight`,
  goals: { encodes: { what: 'encodes', unit: '', must: { atMost: 1 }, isStable: true } },
  async measure(setting) {
    const service = await setting.service();
    const [rendition] = await service.take(WORKS.webp400, 1);
    if (!rendition) throw new Error('no rendition is left');
    const before = await countMade(service.baseUrl);
    const { imageId, width } = rendition;
    const url = `${service.cdnUrl}/res/${imageId}.webp?width=${width}`;
    await Promise.all(Array.from({ length: REQUESTS }, () => get(url)));
    const made = (await countMade(service.baseUrl)) - before;
    if (made === 0) throw new Error('the metrics count no encode');
    return { encodes: { seen: made } };
  },
});
