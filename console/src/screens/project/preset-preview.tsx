import { imageUrl, type OutputFormat } from 'imagewell-client';
import { useState } from 'preact/hooks';
import { altOfImage, type Image } from '../../images/image.ts';
import { imagewell } from '../../state/imagewell.ts';
import { loadUsage, type Project } from '../../state/projects.ts';
import { leftOf } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import { formatSize } from '../../texts/format.ts';
import { PROJECT_TEXTS } from '../../texts/project-texts.ts';
import { Button } from '../../ui/button.tsx';

interface PreviewProps {
  readonly project: Project;
  readonly name: string;
  readonly query: string;
  readonly image: Image;
}

/** Explains a preset in the formats that it is likely stored in; the first that costs nothing. */
async function explainPreset(props: PreviewProps, signal: AbortSignal) {
  const { project, name, query, image } = props;
  const { projectId, allowedWidths, allowedHeights } = project;
  // written out, so that the browser shows no former image of the name, unless sizes forbid it
  const asked = allowedWidths || allowedHeights ? `preset=${name}` : query;
  const tried = [];
  for (const format of new Set(['webp', image.format])) {
    const url = `${imageUrl(image, { format: format as OutputFormat })}?${asked}`;
    const explained = await imagewell().explainTransformation(
      { projectId, imageUrl: url },
      { signal },
    );
    const { transformations: cost, output, errors } = explained;
    tried.push({ url, cost, output, error: errors[0] });
    if (cost === 0) break;
  }
  return tried.find(({ cost }) => cost === 0) ?? tried[0];
}

/** An image as a preset shows it: immediately where it is stored, else its price. */
export function PresetPreview(props: PreviewProps) {
  const { project, name, query, image } = props;
  const [allowed, setAllowed] = useState<string>();
  const [isBroken, setBroken] = useState(false);
  const { data, fault } = useResource(`${image.imageId} ${name} ${query}`, (signal) =>
    explainPreset(props, signal),
  );
  if (isBroken || fault !== undefined || data?.error) {
    return <small>{data?.error?.code ?? PROJECT_TEXTS.previewFailed}</small>;
  }
  if (!data) return <span class="bone preset-bone" aria-hidden="true" />;
  const left = leftOf('transformations') ?? null;
  const { width, height } = data.output ?? image;
  if (data.cost > 0 && allowed !== query) {
    return (
      <Button
        size="small"
        label={`${PROJECT_TEXTS.makeIt(data.cost, left)} (${name})`}
        isDisabled={left !== null && data.cost > left && project.quotaMode === 'enforce'}
        onClick={() => setAllowed(query)}
      >
        {PROJECT_TEXTS.makeIt(data.cost, left)}
      </Button>
    );
  }
  return (
    <figure class="preset-pic">
      <img
        src={data.url}
        alt={PROJECT_TEXTS.previewOf(name, altOfImage(image))}
        loading="lazy"
        onError={() => setBroken(true)}
        onLoad={() => data.cost > 0 && loadUsage().catch(() => {})} // the next page reads it again
      />
      <figcaption>{formatSize(width, height)}</figcaption>
    </figure>
  );
}
