// A window to choose a picture of one's own, and the part of it that is used.
import { loadOnOpen } from '../layers/loadOnOpen.tsx';
import type { PictureDialogProps } from './PictureWindow.tsx';

/**
 * A file, the camera, the clipboard or a drop; then crop, zoom and rotate. `upload` gets the result and resolves to the
 * path for a field such as `avatar`; `describe` says a thrown fault in words.
 */
export const PictureDialog = loadOnOpen<PictureDialogProps>(
  async () => (await import(/* webpackChunkName: "picture" */ './PictureWindow.tsx')).PictureWindow,
  ({ onClose }) => onClose(),
);
