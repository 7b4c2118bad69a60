import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { createSharpEngine } from '../adapters/sharp/image-engine.ts';
import { readHeader } from '../core/codecs/read-header.ts';
import type { ImageEngine } from '../core/ports/images/image-engine.ts';
import type { Format } from '../core/transform/formats.ts';
import { isTextOverlay } from '../core/transform/overlay.ts';
import { PARAMETER_WORDS } from '../core/transform/parameter-words.ts';
import { PARAMETER_NAMES } from '../core/transform/parameters.ts';
import { parseQuery } from '../core/transform/query.ts';
import {
  isTransformationFault,
  outputSize,
  resolveTransformation,
} from '../core/transform/transformation.ts';
import { escapeHtml } from '../site/html-page.ts';
import {
  type FigurePlan,
  MARK_ID,
  PAGE_FIGURES,
  PARAMETER_FIGURES,
  type Shot,
} from './figure-plans.ts';
import { LEAVES_THE_DOCS, playgroundLink } from './playground-links.ts';
import type { StagedPage } from './stage.ts';

const ORIGINALS = 'docs-site/images';
const MARK = /<!-- figure: ([a-z-]+) -->/g;
const BYTES = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** A file of the site that a figure shows. */
interface Drawn {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly html: (from: string) => string;
}

/** The request of a figure, which opens in the playground if that has its parameters. */
function captionOf(query: string, format: Format): string {
  const shown = escapeHtml(`.${format}?${query}`).replaceAll('&amp;', '<wbr>&amp;');
  const link = playgroundLink(query, format);
  if (link === undefined) return `<code>${shown}</code>`;
  const { target, title } = LEAVES_THE_DOCS;
  return `<a href="${escapeHtml(link)}" target="${target}" title="${title}"><code>${shown}</code></a>`;
}

async function drawShot(
  engine: ImageEngine,
  { original, alt }: FigurePlan,
  { query, format = 'webp' }: Shot,
): Promise<Drawn> {
  const image = readFileSync(join(ORIGINALS, `${original}.webp`));
  const mark = readFileSync(join(ORIGINALS, 'overlay-mark.webp'));
  const overlay = { ...readHeader(mark), imageId: MARK_ID, generation: 0 } as const;
  const facts = { ...readHeader(image), format: 'webp' as const, overlay };
  const { parameters, errors } = parseQuery([...new URLSearchParams(query)]);
  const transformation = resolveTransformation(facts, format, parameters);
  if (errors.length > 0 || isTransformationFault(transformation)) {
    throw new Error(`the figure of ${original} can't have ?${query}`);
  }
  const { width, height } = outputSize(transformation);
  const bytes = await engine.render(
    image,
    transformation,
    transformation.overlays.filter((one) => !isTextOverlay(one)).map(() => mark),
  );
  const path = `images/${original}-${query.replaceAll(/[^a-z0-9]+/g, '-')}.${format}`;
  const facets = `${width} × ${height} · ${BYTES.format(bytes.length / 1000)} KB`;
  const caption = captionOf(query, format);
  const html = (from: string) => {
    const source = posix.relative(from, path);
    const src = source.startsWith('.') ? source : `./${source}`;
    return `<figure><div class="stage"><img src="${src}" alt="${escapeHtml(alt)}" width="${width}" height="${height}" loading="lazy"></div><figcaption>${caption}<span>${facets}</span></figcaption></figure>`;
  };
  return { path, bytes, html };
}

function parameterSections(): string {
  const sections = PARAMETER_NAMES.flatMap((name) =>
    PARAMETER_FIGURES[name] === null
      ? []
      : [`### ${name}\n\n${PARAMETER_WORDS[name].summary}\n\n<!-- figure: ${name} -->`],
  );
  return sections.join('\n\n');
}

function planOf(name: string): FigurePlan {
  const plans: Readonly<Record<string, FigurePlan | null>> = {
    ...PARAMETER_FIGURES,
    ...PAGE_FIGURES,
  };
  const plan = plans[name];
  if (!plan) throw new Error(`a page asks for the figure ${name}, which has no plan`);
  return plan;
}

/**
 * Puts figures where pages ask for them, made by the service's own engine, and writes their files
 * into `folder`. Throws for a figure without a plan and for a request that the service refuses.
 */
export async function drawFigures(
  pages: readonly StagedPage[],
  folder: string,
): Promise<readonly StagedPage[]> {
  const engine = await createSharpEngine();
  const withFigures: StagedPage[] = [];
  for (const page of pages) {
    const asked = page.text.replace('<!-- figures: parameters -->', parameterSections);
    const figures = new Map<string, string>();
    for (const [, name = ''] of asked.matchAll(MARK)) {
      const plan = planOf(name);
      const drawn = await Promise.all(plan.shots.map((shot) => drawShot(engine, plan, shot)));
      for (const { path, bytes } of drawn) {
        mkdirSync(dirname(join(folder, path)), { recursive: true });
        writeFileSync(join(folder, path), bytes);
      }
      const from = posix.dirname(page.path);
      figures.set(
        name,
        `<div class="figures">${drawn.map(({ html }) => html(from)).join('')}</div>`,
      );
    }
    const text = asked.replace(MARK, (_, name: string) => figures.get(name) ?? '');
    withFigures.push({ ...page, text });
  }
  return withFigures;
}
