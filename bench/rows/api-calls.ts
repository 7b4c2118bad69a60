import { ask } from '../measure/get.ts';
import { inFlight, interleave } from '../measure/interleave.ts';
import { each } from './contenders.ts';
import { row } from './row.ts';

const MOST_IN_FLIGHT = 8;

export const API_CALLS = row({
  title: 'calls of the API, 8 in flight',
  goals: {
    getCpu: { what: 'CPU of get-image', unit: 'ms', must: { atMost: 0.4 } },
    updateCpu: { what: 'CPU of update-image-metadata', unit: 'ms', must: { atMost: 0.7 } },
  },
  async measure(setting) {
    const service = await setting.service();
    const ids: string[] = [];
    while (ids.length < MOST_IN_FLIGHT) ids.push(await service.store('jpg'));
    const count = setting.isQuick ? 200 : 1_000;
    const all = Array.from({ length: count }, (_, nth) => nth);
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' };
    const contender = (name: string, bodyOf: (imageId: string, note: string) => object) => ({
      pid: service.pid,
      work: (round: number) =>
        inFlight(all, MOST_IN_FLIGHT, async (nth) => {
          const imageId = ids[nth % ids.length] ?? '';
          const body = Buffer.from(JSON.stringify(bodyOf(imageId, `${round} ${nth}`)));
          const url = `${service.baseUrl}/api/v1/${name}`;
          const { status } = await ask(url, { method: 'POST', headers, body });
          // of two updates of one image in flight, one may lose
          if (status === 200 || status === 409) return 1;
          throw new Error(`${name} was answered ${status}`);
        }),
    });
    const costs = await interleave(
      {
        get: contender('get-image', (imageId) => ({ imageId })),
        update: contender('update-image-metadata', (imageUrl, note) => ({
          imageUrl,
          add: { note },
        })),
      },
      setting.rounds,
    );
    return {
      getCpu: each(costs.get, 'cpuMs', count),
      updateCpu: each(costs.update, 'cpuMs', count),
    };
  },
});
