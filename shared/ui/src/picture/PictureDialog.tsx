// A window to choose a picture of one's own, and the part of it that is used.
import { onDemand } from '../layers/onDemand.tsx';
import type { PictureDialogProps } from './PictureWindow.tsx';

/**
 * A file, the camera, the clipboard or a drop; then crop, zoom and rotate. `upload` gets the result and resolves to the
 * path for a field such as `avatar`; `describe` says a thrown fault in words.
 */
export const PictureDialog = onDemand<PictureDialogProps>(
  async () => (await import(/* webpackChunkName: "picture" */ './PictureWindow.tsx')).PictureWindow,
  ({ onClose }) => onClose(),
);
