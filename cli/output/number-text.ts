/** A number with commas between thousands, as all output has it. */
export const numberText: (value: number) => string = new Intl.NumberFormat('en').format;
