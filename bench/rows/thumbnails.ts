import { get } from '../measure/get.ts';
import { type Contender, inFlight, interleave } from '../measure/interleave.ts';
import { differences, mean, ratioOf, spreadOf } from '../measure/statistics.ts';
import { fullPixels } from '../originals/full-pixels.ts';
import { sizeAt, WORKS, type Work } from '../originals/works.ts';
import type { Peer, PeerName } from '../peers/peer.ts';
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
async function scorePage(score: Scorer, page: readonly Thumbnail[], ipx: Peer): Promise<Seen> {
  const scores = { ours: [] as number[], ipx: [] as number[] };
  for (const { photograph, work, url } of page.slice(0, COUNT / 2)) {
    const reference = await fullPixels(photograph.bytes, sizeAt(work, work.width));
    scores.ours.push(await score(reference, (await get(url)).body));
    scores.ipx.push(await score(reference, (await get(ipx.url(work, work.width))).body));
  }
  const beside = { ours: mean(scores.ours), ipx: mean(scores.ipx) };
  const above = differences(scores.ours, scores.ipx);
  return { ...spreadOf(above), seen: beside.ours - beside.ipx, beside };
}

async function measurePage(
  setting: Setting,
  { ipx, imgproxy }: { readonly ipx: Peer; readonly imgproxy?: Peer | undefined },
  photographs: readonly Photograph[],
) {
  const pageOf = await createPages(setting, photographs);
  const contender = (pid: number, urlOf: (one: Thumbnail) => string): Contender => ({
    pid,
    work: (round) =>
      inFlight(pageOf(round), IN_FLIGHT, async (one) => (await get(urlOf(one))).body.length),
  });
  const { pid } = await setting.service();
  const ofPeer = (peer: Peer) => contender(peer.pid, ({ work }) => peer.url(work, work.width));
  const costs = await interleave<string>(
    {
      ours: contender(pid, ({ url }) => url),
      ipx: ofPeer(ipx),
      ...(imgproxy && { imgproxy: ofPeer(imgproxy) }),
    },
    setting.rounds,
  );
  const over = (name: PeerName, kind: 'cpuMs' | 'wallMs', last?: string): Seen => {
    const [ours = [], theirs] = [costs.ours, costs[name]];
    if (!theirs) return notInstalled(name, last);
    const beside = { ours: each(ours, kind, 1).seen, [name]: each(theirs, kind, 1).seen };
    return { ...ratioOf(pick(ours, kind), pick(theirs, kind)), unit: 'ms', beside };
  };
  return {
    page: pageOf(0),
    seen: {
      cpu: over('ipx', 'cpuMs'),
      time: over('ipx', 'wallMs'),
      imgproxyCpu: over('imgproxy', 'cpuMs', '1.49 on 2026-11-25'),
      imgproxyTime: over('imgproxy', 'wallMs', '1.54 on 2026-11-25'),
    },
  };
}

const same = (seen: Seen) => ({
  cpu: seen,
  time: seen,
  score: seen,
  imgproxyCpu: seen,
  imgproxyTime: seen,
});

export const THUMBNAILS = row({
  title: `a page of ${COUNT} new thumbnails of photographs, ${IN_FLIGHT} in flight, own settings`,
  goals: {
    cpu: { what: 'CPU over ipx', unit: '', must: { atMost: 1.25 } },
    time: { what: 'time to the last over ipx', unit: '', must: { atMost: 1.25 } },
    score: { what: 'mean SSIMULACRA2 above the one of ipx', unit: '', must: { atLeast: 0 } },
    imgproxyCpu: { what: 'CPU over imgproxy', unit: '' },
    imgproxyTime: { what: 'time to the last over imgproxy', unit: '' },
  },
  async measure(setting) {
    const ipx = await setting.peer('ipx');
    if (!ipx) return same(notInstalled('ipx'));
    const photographs = await readPhotographs();
    if (photographs.length === 0) return same({ reason: NO_PHOTOGRAPHS });
    const peers = { ipx, imgproxy: await setting.peer('imgproxy') };
    const { seen, page } = await measurePage(setting, peers, photographs);
    const scorer = findScorer();
    if (!scorer) return { ...seen, score: { reason: NO_SCORER } };
    return { ...seen, score: await scorePage(scorer, page, ipx).catch(failed) };
  },
});
