// Pictures as large as the screen, fetched when the first one is pressed.
import { onDemand } from '@amber/ui/onDemand';
import type { Reader } from '../../kit/reader.ts';
import type { TimelineRow } from '../../timeline/timelineRows.ts';

export interface PictureViewerProps {
  open: boolean;
  /** All that can be leafed through, oldest first. */
  pictures: readonly TimelineRow[];
  /** The message whose picture is shown. */
  id: string;
  reader: Reader;
  onMove(id: string): void;
  onClose(): void;
  /** What has the focus afterwards. */
  returnTo(): HTMLElement | false;
}

/** See `Lightbox`. */
export const PictureViewer = onDemand<PictureViewerProps>(
  async () => (await import(/* webpackChunkName: "lightbox" */ './Lightbox.tsx')).Lightbox, ({ onClose }) => onClose(),
);
