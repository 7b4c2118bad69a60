import { FORMATS } from '../../../core/transform/formats.ts';
import type { Delivered, Finding } from '../page/page-jobs.ts';
import type { Oracle } from './open-oracle.ts';
import type { Rendition } from './renditions.ts';
import { patiently, type TestedService, toldOf } from './save-image.ts';

/** The delivered renditions of an image, and those that did not come. */
export interface Deliveries {
  readonly delivered: readonly Delivered[];
  readonly findings: readonly Finding[];
  readonly serverErrors: readonly string[];
}

/** Asks for renditions of the image at this path. */
export async function deliver(
  { images }: Oracle,
  { client }: TestedService,
  base: string,
  renditions: readonly Rendition[],
): Promise<Deliveries> {
  const delivered: Delivered[] = [];
  const findings: Finding[] = [];
  const serverErrors: string[] = [];
  for (const { name, format, query, ...rest } of renditions) {
    const answer = await patiently(() => client.get(`${base}.${format}?${query}`));
    if (answer.status === 200) {
      const sent = images.add(answer.bytes, FORMATS[format].contentType);
      delivered.push({ ...sent, name, ...rest });
      continue;
    }
    if (answer.status >= 500) serverErrors.push(`${name}?${query}: ${toldOf(answer)}`);
    else findings.push({ what: `${name} ${toldOf(answer)}`, detail: answer.json?.detail ?? '' });
  }
  return { delivered, findings, serverErrors };
}
