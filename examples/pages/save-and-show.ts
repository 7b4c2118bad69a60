import { type Image, srcSet } from 'imagewell-client';
import { descriptionInput, shownImage, tell } from './page-parts.ts';

const SIZES = '(max-width: 62rem) 100vw, 60rem';

/**
 * Lets the page's back end save a temporary image, and shows it in the width that the page needs.
 */
export async function saveAndShow(temporaryImageUrl: string): Promise<void> {
  tell('Saving …');
  const description = descriptionInput.value;
  const response = await fetch('save', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ temporaryImageUrl, description }),
  });
  const answer = await response.json();
  if (!response.ok) return tell(`It was not saved: ${answer.detail}`);
  const image: Image = answer;
  shownImage.alt = description;
  shownImage.sizes = SIZES;
  shownImage.srcset = srcSet(image, { format: 'webp' });
  shownImage.src = image.imageUrl;
  shownImage.hidden = false;
  tell(`Saved as ${image.imageId}, ${image.width} × ${image.height} pixels.`);
}
