/** The screens of images: one script. */
// texts are shorter side by side when zipped
import '../texts/gallery-texts.ts';
import '../texts/image-texts.ts';
import '../texts/playground-texts.ts';

export { GalleryScreen } from './gallery/gallery-screen.tsx';
export { ImageScreen } from './image/image-screen.tsx';
export { PlaygroundScreen } from './playground/playground-screen.tsx';
