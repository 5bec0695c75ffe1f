// A dialog to choose and crop a picture, such as an avatar.
import { loadOnOpen } from '../layers/loadOnOpen.tsx';
import type { PictureDialogProps } from './PictureDialogContent.tsx';

/**
 * Renders the dialog: a file, the camera, the clipboard or a drop; then crop, zoom and rotate. `upload` receives the
 * result and resolves to the path for a field such as `avatar`; `describeError` returns the message for a thrown fault.
 */
export const PictureDialog = loadOnOpen<PictureDialogProps>(
  async () => (await import(/* webpackChunkName: "picture" */ './PictureDialogContent.tsx')).PictureDialogContent,
);
