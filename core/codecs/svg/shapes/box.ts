/** The sides of a rectangle in the units of a drawing. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The least box around points. */
export class BoxMeter {
  private left = Number.POSITIVE_INFINITY;
  private top = Number.POSITIVE_INFINITY;
  private right = Number.NEGATIVE_INFINITY;
  private bottom = Number.NEGATIVE_INFINITY;

  /** Widens the box to a point. */
  add(x: number, y: number): void {
    this.left = Math.min(this.left, x);
    this.top = Math.min(this.top, y);
    this.right = Math.max(this.right, x);
    this.bottom = Math.max(this.bottom, y);
  }

  /** Undefined without points, or without an area. */
  box(): Box | undefined {
    const { left, top, right, bottom } = this;
    const isFlat = !(right > left && bottom > top);
    return isFlat || !Number.isFinite(right - left + bottom - top)
      ? undefined
      : { left, top, right, bottom };
  }
}
