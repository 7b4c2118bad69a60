import {
  IMAGE_PARAMETERS,
  type NamedImage,
  type Note,
  type Translation,
  type Values,
} from './translation.ts';

/** Answers the new address of a name, as the table of addresses does. */
type Find = (name: string) => string | undefined;

const ID = /\/res\/(img_[a-z2-7]{26})[/.]/;

/** The ID of the first name that the table has. */
function idOf({ names }: NamedImage, find: Find): string | undefined {
  for (const name of names) {
    const id = ID.exec(find(name) ?? '')?.[1];
    if (id !== undefined) return id;
  }
  return undefined;
}

const LACKING = 'The table of addresses must have this image, under one name; see --table.';

/** Values without the parameters of an overlay, which no other one has. */
function withoutOverlay(values: Readonly<Values>): Values {
  const pairs = Object.entries(values).filter(([name]) => !name.startsWith('overlay'));
  return Object.fromEntries(pairs);
}

/** A translation in which each image has its ID, or a note that it stays out. */
export function withImages(translation: Translation, find: Find): Translation {
  const { images } = translation;
  let values: Values = { ...translation.values };
  const notes: Note[] = [...translation.notes];
  for (const ours of IMAGE_PARAMETERS) {
    const image = images[ours];
    if (!image) continue;
    const id = idOf(image, find);
    if (id !== undefined) values[ours] = id;
    else {
      if (ours === 'overlay') values = withoutOverlay(values);
      notes.push({ parameter: image.parameter, effect: 'unmappable', reason: LACKING });
    }
  }
  return { ...translation, values, notes };
}
