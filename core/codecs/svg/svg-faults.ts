import { ImageFileFault } from '../image-file.ts';

/** The reasons to refuse an SVG, each with its cure. */
export const SVG_FAULTS = {
  notSvg: 'The file is XML, but its root is not an SVG.',
  script: 'The SVG has a script: remove it.',
  html: 'The SVG shows HTML (foreignObject), and such text is drawn nowhere: save it as plain SVG.',
  text: 'The SVG has text: convert it to paths, since no fonts are installed.',
  foreign: 'The SVG refers to data outside of it: embed them, or remove the reference.',
  style: 'The style sheet of the SVG cannot be read: save it with attributes instead.',
  image: 'An image in the SVG is no JPEG, PNG or GIF in base64.',
  renderer:
    'The SVG cannot be drawn: remove what lies far outside of its page, or export it as PNG.',
  cycle: 'A part of the SVG refers to itself.',
  complex: 'The SVG is too complex: simplify it, or export it as PNG.',
} as const;

/** Throws an ImageFileFault with one of the reasons. */
export function refuseSvg(fault: keyof typeof SVG_FAULTS): never {
  throw new ImageFileFault(SVG_FAULTS[fault]);
}

/** Throws an ImageFileFault that names the element, whose `href` loads a file. */
export function refuseReference(element: string): never {
  throw new ImageFileFault(
    `The SVG refers to data outside of it (href of ${element}): embed them, or remove the reference.`,
  );
}

/** Throws an ImageFileFault that names the type of an embedded image. */
export function refuseImage(type: string): never {
  throw new ImageFileFault(
    `An image in the SVG is ${type}, and no JPEG, PNG or GIF in base64: embed it as one of these.`,
  );
}

/** Throws an ImageFileFault with the name of what would change the drawing and isn't drawn. */
export function refuseUndrawn(name: string): never {
  throw new ImageFileFault(
    `The SVG uses ${name}, which cannot be drawn: export it as PNG, or with plain attributes.`,
  );
}
