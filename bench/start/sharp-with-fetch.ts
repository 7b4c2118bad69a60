import { WORKS } from '../originals/works.ts';
import { renderAlone } from '../setting/sharp-alone.ts';

/** The floor of a first image: an original by `fetch`, and sharp; the bytes of the result. */
export async function makeImage(url: string, width: number): Promise<number> {
  const response = await fetch(url);
  const original = Buffer.from(await response.arrayBuffer());
  return (await renderAlone(original, WORKS.jpeg400, width)).length;
}
