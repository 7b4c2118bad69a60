import { interleave } from '../measure/interleave.ts';
import type { OriginalFormat } from '../originals/works.ts';
import { each } from './contenders.ts';
import { row } from './row.ts';

const COUNT = 4;

export const UPLOADS = row({
  title: 'an upload of 12 MP',
  goals: {
    jpg: { what: 'CPU of a JPEG', unit: 'ms', must: { atMost: 90 } },
    webp: { what: 'CPU of a WebP', unit: 'ms', must: { atMost: 250 } },
  },
  async measure(setting) {
    const service = await setting.service();
    const upload = async (format: OriginalFormat, contentType: string) => {
      const bytes = await setting.original(format);
      const work = async () => {
        for (let nth = 0; nth < COUNT; nth += 1) {
          const { status } = await service.client.upload(bytes, contentType);
          if (status !== 201 && status !== 200) throw new Error(`an upload was answered ${status}`);
        }
        return COUNT * bytes.length;
      };
      return { pid: service.pid, work };
    };
    const contenders = {
      jpg: await upload('jpg', 'image/jpeg'),
      webp: await upload('webp', 'image/webp'),
    };
    const costs = await interleave(contenders, setting.rounds);
    return {
      jpg: each(costs.jpg, 'cpuMs', COUNT),
      webp: each(costs.webp, 'cpuMs', COUNT),
    };
  },
});
