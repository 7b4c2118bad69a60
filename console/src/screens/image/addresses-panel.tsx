import { useState } from 'preact/hooks';
import { frameAround, type Point } from '../../images/frame.ts';
import type { Image } from '../../images/image.ts';
import { imagewell } from '../../state/imagewell.ts';
import { currentProject, usage } from '../../state/projects.ts';
import { isFull } from '../../state/quota-state.ts';
import { useResource } from '../../state/resource.ts';
import { IMAGE_TEXTS } from '../../texts/image-texts.ts';
import { QUOTA_TEXTS } from '../../texts/quota-texts.ts';
import { Code } from '../../ui/code.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../../ui/page.tsx';
import { ViewSegment } from '../../ui/segment.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { SNIPPET_KINDS, type SnippetKind, writeSnippet } from './snippets.ts';

/** Width by height of the crop around the focal point; 0 crops nothing. */
const SHAPES = { [IMAGE_TEXTS.whole]: 0, '1:1': 1, '4:3': 4 / 3, '16:9': 16 / 9, '3:4': 3 / 4 };

type Shape = keyof typeof SHAPES;
const SHAPE_NAMES = Object.keys(SHAPES) as Shape[];

export interface AddressesPanelProps {
  readonly projectId: string;
  readonly image: Image;
  readonly focus: Point;
  readonly left: number | null;
}

/** The cost of an address's renditions; with nothing left, when they can be made. */
function costOf({ all, fresh }: { all: number; fresh: number }, left: number | null): string {
  const resetsAt = usage.value?.resetsAt;
  const isBlocked = fresh > 0 && isFull('transformations') && resetsAt !== undefined;
  return isBlocked ? QUOTA_TEXTS.fresh(fresh, resetsAt) : IMAGE_TEXTS.cost(all, fresh, left);
}

/** Addresses of an image to copy, each with its count of renditions and its cost. */
export function AddressesPanel({ projectId, image, focus, left }: AddressesPanelProps) {
  const [kind, setKind] = useState<SnippetKind>('URL');
  const [shape, setShape] = useState<Shape>(IMAGE_TEXTS.whole);
  const part = SHAPES[shape] > 0 ? frameAround(image, SHAPES[shape], focus) : undefined;
  const { text, urls } = writeSnippet(kind, image, part);
  const { data, fault } = useResource(urls.join(' '), async (signal) => {
    const answers = await Promise.all(
      urls.map((url) =>
        imagewell().explainTransformation({ projectId, imageUrl: url }, { signal }),
      ),
    );
    const found = new Map(answers.map((one) => [one.renditionKey, one.transformations]));
    found.delete(null); // the stored image is no rendition
    const fresh = [...found.values()].reduce((sum, one) => sum + one, 0);
    return { all: found.size, fresh, refused: answers.flatMap(({ errors }) => errors)[0] };
  });
  const told = fault === undefined ? data && costOf(data, left) : '';
  return (
    <Panel title={IMAGE_TEXTS.addresses} about={IMAGE_TEXTS.addressesAbout}>
      <Tabs<SnippetKind>
        label={IMAGE_TEXTS.kind}
        tabs={SNIPPET_KINDS.map((value) => ({ value, label: value }))}
        value={kind}
        onChange={setKind}
      >
        <div class="row shapes">
          <ViewSegment
            label={IMAGE_TEXTS.shape}
            value={shape}
            choices={SHAPE_NAMES.map((value) => ({ value, label: value }))}
            onChange={setShape}
          />
          <small>{part ? IMAGE_TEXTS.around(focus.x, focus.y) : IMAGE_TEXTS.shapeAbout}</small>
        </div>
        <Code text={text} what={kind} />
        <div class="foot">
          <Icon name={data?.refused ? 'warn' : 'info'} />
          <p class="grow">
            {data?.refused ? IMAGE_TEXTS.refused(data.refused.detail) : told}{' '}
            {urls.length > 1 && IMAGE_TEXTS.asked}{' '}
            {currentProject.value?.requireSignature && IMAGE_TEXTS.mustSign}
          </p>
        </div>
      </Tabs>
    </Panel>
  );
}
