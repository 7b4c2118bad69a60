/** The screens of images: one script. */
export { GalleryScreen } from './gallery/gallery-screen.tsx';
export { ImageScreen } from './image/image-screen.tsx';
export { PlaygroundScreen } from './playground/playground-screen.tsx';
