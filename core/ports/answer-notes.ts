import type { ImageId } from '../images/ids.ts';

/** The part of the port RenditionStore by which a deletion knows whether it has to tell the edge twice (docs/decisions/0029). */
export interface AnswerNotes {
  /**
   * Notes that an answer with this image, or its temporary image, may be on its way to the edge until `until`. Who reads the picture's record after that
   * and finds it live may answer: whoever deletes it then finds the note.
   */
  noteAnswer(imageId: ImageId, until: number): Promise<void>;
  /** Until when an answer may be on its way; 0 where none is, Infinity where that isn't noted. */
  lastAnswerEnd(imageId: ImageId): Promise<number>;
}
