/**
 * Clients that note each of their requests before and after it, and that reconnect whenever the
 * service is gone, until they are ended.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawJpeg } from '../images/draw.ts';
import { createClientActs } from './client-acts.ts';

const [, , dataDir = '', journal = '', count = '1'] = process.argv;
const credentials = JSON.parse(readFileSync(join(dataDir, 'credentials.json'), 'utf8'));
/** AVIF of more than four megapixels is made in the background. */
const large = await drawJpeg(2_001, 2_001);
const images = [await drawJpeg(16, 12), await drawJpeg(64, 48), await drawJpeg(300, 200)];

async function workForEver(number: number): Promise<never> {
  const acts = createClientActs({ ...credentials, dataDir }, journal, number);
  for (let round = number; ; round += 1) {
    await acts.changeImage(images[round % images.length] as Buffer, round);
    if (round % 3 === 0) await acts.uploadDirectly(images[0] as Buffer);
    await acts.changeProject(round);
    await acts.changeWebhook(round);
    if (number === 0 && round % 16 === 1) await acts.renderLater(large);
    if (round % 2 === 0) await acts.readUsage();
    if (round % 4 === 0) await acts.changeKeys();
    if (round % 4 === 2) await acts.changeInvitation(round);
  }
}
await Promise.all(Array.from({ length: Number(count) }, (_, number) => workForEver(number)));
