import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Icon {
  readonly body: string;
  readonly left?: number;
  readonly top?: number;
  readonly width?: number;
  readonly height?: number;
}

const NAMESPACES = [
  'xmlns="http://www.w3.org/2000/svg"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ');
/** The side of an icon whose set gives none: Iconify's default. */
const SIDE = 16;

function drawingOf({ body, left = 0, top = 0, width = SIDE, height = SIDE }: Icon): string {
  const size = `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`;
  return `<svg ${NAMESPACES} ${size}>${body}</svg>`;
}

/** Writes each icon of a set in Iconify's form as an SVG into the folder. */
export async function writeIcons(set: string, folder: string): Promise<void> {
  const { icons, ...common } = JSON.parse(await readFile(set, 'utf8'));
  await mkdir(folder, { recursive: true });
  for (const [name, icon] of Object.entries<Icon>(icons)) {
    await writeFile(join(folder, `${name}.svg`), drawingOf({ ...common, ...icon }));
  }
}
