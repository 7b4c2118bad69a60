const START = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
/** The size of each drawing. */
export const SIZE = 'width="80" height="40" viewBox="0 0 40 20"';
/** The sides of a shape that fills it. */
export const ALL = 'width="40" height="20"';
/** The sides of its left half. */
export const LEFT = 'width="20" height="20"';

/** A drawing with this content. */
export const draw = (content: string, attributes = SIZE) =>
  `${START} ${attributes}>${content}</svg>`;
/** A drawing that is filled so. */
export const filled = (fill: string) => draw(`<rect ${ALL} fill="${fill}"/>`);
