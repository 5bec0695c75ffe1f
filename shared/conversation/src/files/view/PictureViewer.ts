// Pictures as large as the screen, fetched when the first one is pressed.
import { onDemand } from '@amber/ui/onDemand';
import type { PictureViewerProps } from './Lightbox.tsx';

/** See `Lightbox`. */
export const PictureViewer = onDemand<PictureViewerProps>(
  async () => (await import(/* webpackChunkName: "lightbox" */ './Lightbox.tsx')).Lightbox,
  ({ onClose }) => onClose(),
);
