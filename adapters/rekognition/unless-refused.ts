/**
 * Amazon Rekognition API, DetectModerationLabels, DetectFaces, DetectLabels: errors that the same
 * bytes have again.
 */
const OF_THE_IMAGE = ['ImageTooLargeException', 'InvalidImageFormatException'];

/** The answer of a call; undefined if Rekognition refuses the image itself. */
export async function unlessRefused<Answer>(calling: Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await calling;
  } catch (error) {
    if (OF_THE_IMAGE.includes((error as Error).name)) return undefined;
    throw error;
  }
}
