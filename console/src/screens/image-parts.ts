/** Viewers and versions of an image, and the bin: one script. */
export { BinScreen } from './kept/bin-screen.tsx';
export { InBin } from './kept/in-bin.tsx';
export { VersionsPanel } from './kept/versions-panel.tsx';
export { VisibilityPanel } from './viewers/visibility-panel.tsx';
