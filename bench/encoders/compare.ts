/**
 * `node bench/encoders/compare.ts`: bytes at equal SSIMULACRA2 of the former settings and the
 * present ones, and the scores at fixed qualities, from the ladder.
 */
import { type Curves, mean, percentile, readCurves, rungAt } from './curves.ts';
import type { SettingName } from './settings.ts';

const curves = readCurves();
const signed = (log: number) => {
  const percent = 100 * (Math.exp(log) - 1);
  return `${percent >= 0 ? '+' : ''}${percent.toFixed(1)} %`;
};

function compareBytes(all: Curves, before: SettingName, quality: number, now: SettingName): void {
  const logs: number[] = [];
  let [totalBefore, totalNow] = [0, 0];
  let beyond = 0;
  for (const settings of all.values()) {
    const first = rungAt(settings.get(before) ?? [], 'quality', quality);
    const rungs = settings.get(now);
    if (!first || !rungs) continue;
    const second = rungAt(rungs, 'score', first.score);
    if (!second) {
      beyond += 1;
      continue;
    }
    logs.push(second.logBytes - first.logBytes);
    totalBefore += Math.exp(first.logBytes);
    totalNow += Math.exp(second.logBytes);
  }
  const spread = [0.1, 0.5, 0.9].map((share) => signed(percentile(logs, share))).join(', ');
  console.log(
    `| ${before} ${quality} | ${now} | ${logs.length} | ${signed(mean(logs))} | ${signed(Math.log(totalNow / totalBefore))} | ${spread} | ${beyond} |`,
  );
}

function showScores(all: Curves, setting: SettingName, quality: number): void {
  const rungs = [...all.values()].flatMap((settings) => {
    const rung = rungAt(settings.get(setting) ?? [], 'quality', quality);
    return rung ? [rung] : [];
  });
  const scores = rungs.map(({ score }) => score);
  const shown = [mean(scores), percentile(scores, 0.1), percentile(scores, 0.9)];
  const bytes = Math.exp(mean(rungs.map(({ logBytes }) => logBytes)));
  console.log(
    `| ${setting} | ${quality} | ${shown.map((score) => score.toFixed(1)).join(' | ')} | ${(bytes / 1000).toFixed(1)} |`,
  );
}

console.log(
  '| before | now | references | bytes at equal score, geometric mean | in sum | p10, p50, p90 | not reached |',
);
console.log('|---|---|---|---|---|---|---|');
compareBytes(curves, 'jpg mozjpeg', 80, 'jpg 4:2:0');
compareBytes(curves, 'jpg 4:2:0', 78, 'jpg 4:4:4');
compareBytes(curves, 'webp 4:4:4', 79, 'webp 4:2:0');
compareBytes(curves, 'avif effort 1', 59, 'avif 4:4:4');
compareBytes(curves, 'avif 4:4:4', 59, 'avif 4:2:0');
console.log('\n| setting | quality | mean score | p10 | p90 | kB, geometric mean |');
console.log('|---|---|---|---|---|---|---|');
showScores(curves, 'jpg mozjpeg', 80);
for (const quality of [76, 77, 78, 79]) showScores(curves, 'jpg 4:2:0', quality);
showScores(curves, 'jpg 4:4:4', 78);
for (const quality of [78, 79, 80]) showScores(curves, 'webp 4:2:0', quality);
showScores(curves, 'webp 4:4:4', 79);
showScores(curves, 'avif effort 1', 59);
for (const quality of [59, 60]) showScores(curves, 'avif 4:4:4', quality);
showScores(curves, 'avif 4:2:0', 59);
