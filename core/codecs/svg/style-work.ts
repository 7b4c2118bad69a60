import { refuseSvg } from './svg-faults.ts';

/** Tokens of all texts of CSS, as often as they are read; each takes up to a microsecond. */
const MAX_TOKENS = 300_000;
/** Characters that take as long as one token. */
const CHARACTERS_OF_TOKEN = 8;
/** Elements and their parts that selectors look at; each takes 20 to 50 nanoseconds. */
const MAX_STEPS = 3_000_000;
/** Characters of an attribute that take as long as one step. */
const CHARACTERS_OF_STEP = 32;

/**
 * The work of the styles of one document, counted where our code meets the libraries. It counts the
 * texts that their readers are given, and the elements that the matcher asks for. An ImageFileFault
 * beyond a maximum.
 */
export class StyleWork {
  private tokens = 0;
  private steps = 0;

  /** Counts tokens before they are read further. */
  addTokens(count: number): void {
    this.tokens += count;
    if (this.tokens > MAX_TOKENS) refuseSvg('complex');
  }

  /** Counts a text before it is taken apart. */
  addText(text: string): void {
    this.addTokens(Math.floor(text.length / CHARACTERS_OF_TOKEN));
  }

  /** Counts elements that a selector looks at. */
  addSteps(count: number): void {
    this.steps += count;
    if (this.steps > MAX_STEPS) refuseSvg('complex');
  }

  /** Counts an attribute that a selector looks at. */
  addAttribute(value: string | undefined): void {
    this.addSteps(1 + Math.floor((value?.length ?? 0) / CHARACTERS_OF_STEP));
  }
}
