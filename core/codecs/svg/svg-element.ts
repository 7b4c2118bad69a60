/** A permitted element, whose references are known. */
export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly SvgElement[];
  /** Of an embedded image. */
  readonly pixels: number;
}

/** A drawing of permitted elements, which names nothing outside of it. */
export interface SvgDrawing {
  readonly root: SvgElement;
}
