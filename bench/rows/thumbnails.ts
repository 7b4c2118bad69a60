import { get } from '../measure/get.ts';
import { type Contender, inFlight, interleave } from '../measure/interleave.ts';
import { mean, ratioOf } from '../measure/statistics.ts';
import { fullPixels } from '../originals/full-pixels.ts';
import { sizeAt, WORKS, type Work } from '../originals/works.ts';
import type { Peer } from '../peers/peer.ts';
import { NO_PHOTOGRAPHS, type Photograph, readPhotographs } from '../peers/photographs.ts';
import { findScorer, NO_SCORER, type Scorer } from '../peers/ssimulacra.ts';
import type { Setting } from '../setting/setting.ts';
import { each, pick } from './contenders.ts';
import { failed, notInstalled, row, type Seen } from './row.ts';

const COUNT = 40;
const IN_FLIGHT = 6;

/** A thumbnail of the page, by its address at each contender. */
interface Thumbnail {
  readonly photograph: Photograph;
  readonly work: Work;
  readonly url: string;
}

/** The page of a round: its widths were never asked for. */
type PageOf = (round: number) => readonly Thumbnail[];

async function createPages(setting: Setting, photographs: readonly Photograph[]): Promise<PageOf> {
  const service = await setting.service();
  const stored: { photograph: Photograph; imageId: string }[] = [];
  for (const photograph of photographs) {
    stored.push({ photograph, imageId: await service.store('jpg', photograph.bytes) });
  }
  const widthsOfPage = Math.ceil(COUNT / stored.length);
  return (round) =>
    Array.from(
      { length: widthsOfPage },
      (_, turn) => WORKS.webp400.width + round * widthsOfPage + turn,
    )
      .flatMap((width) =>
        stored.map(({ photograph, imageId }): Thumbnail => {
          const work = { ...WORKS.webp400, file: photograph.file, width };
          return { photograph, work, url: `${service.cdnUrl}/res/${imageId}.webp?width=${width}` };
        }),
      )
      .slice(0, COUNT);
}

/** The mean scores of the first page of both. */
async function scorePage(score: Scorer, page: readonly Thumbnail[], peer: Peer) {
  const scores = { ours: [] as number[], ipx: [] as number[] };
  for (const { photograph, work, url } of page.slice(0, COUNT / 2)) {
    const reference = await fullPixels(photograph.bytes, sizeAt(work, work.width));
    scores.ours.push(await score(reference, (await get(url)).body));
    scores.ipx.push(await score(reference, (await get(peer.url(work, work.width))).body));
  }
  return { ours: mean(scores.ours), ipx: mean(scores.ipx) };
}

async function measurePage(setting: Setting, peer: Peer, photographs: readonly Photograph[]) {
  const pageOf = await createPages(setting, photographs);
  const contender = (pid: number, urlOf: (one: Thumbnail) => string): Contender => ({
    pid,
    work: (round) =>
      inFlight(pageOf(round), IN_FLIGHT, async (one) => (await get(urlOf(one))).body.length),
  });
  const { pid } = await setting.service();
  const { ours, ipx } = await interleave(
    {
      ours: contender(pid, ({ url }) => url),
      ipx: contender(peer.pid, ({ work }) => peer.url(work, work.width)),
    },
    setting.rounds,
  );
  const over = (kind: 'cpuMs' | 'wallMs'): Seen => ({
    ...ratioOf(pick(ours, kind), pick(ipx, kind)),
    unit: 'ms',
    beside: { ours: each(ours, kind, 1), ipx: each(ipx, kind, 1) },
  });
  return { cpu: over('cpuMs'), time: over('wallMs'), page: pageOf(0) };
}

const same = (seen: Seen) => ({ cpu: seen, time: seen, score: seen });

export const THUMBNAILS = row({
  title: `a page of ${COUNT} new thumbnails of photographs, ${IN_FLIGHT} in flight, own settings`,
  goals: {
    cpu: { what: 'CPU over ipx', unit: '', must: { atMost: 1.25 } },
    time: { what: 'time to the last over ipx', unit: '', must: { atMost: 1.25 } },
    score: { what: 'mean SSIMULACRA2 above the one of ipx', unit: '', must: { atLeast: 0 } },
  },
  async measure(setting) {
    const peer = await setting.peer('ipx');
    if (!peer) return same(notInstalled('ipx'));
    const photographs = await readPhotographs();
    if (photographs.length === 0) return same({ reason: NO_PHOTOGRAPHS });
    const { cpu, time, page } = await measurePage(setting, peer, photographs);
    const score = findScorer();
    if (!score) return { cpu, time, score: { reason: NO_SCORER } };
    const seen = await scorePage(score, page, peer).then(
      ({ ours, ipx }): Seen => ({ seen: ours - ipx, unit: '', beside: { ours, ipx } }),
      failed,
    );
    return { cpu, time, score: seen };
  },
});
