// The lightbox, loaded when the first picture is pressed.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { LightboxProps } from './Lightbox.tsx';

/** See `Lightbox`. */
export const LazyLightbox = loadOnOpen<LightboxProps>(
  async () => (await import(/* webpackChunkName: "lightbox" */ './Lightbox.tsx')).Lightbox,
  ({ onClose }) => onClose(),
);
