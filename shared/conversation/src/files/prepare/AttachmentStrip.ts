// The strip of attachments, fetched when the first file is chosen.
import { onDemand } from '@amber/ui/onDemand';
import type { AttachmentsProps } from './Attachments.tsx';

/** See `Attachments`. */
export const AttachmentStrip = onDemand<AttachmentsProps>(
  async () => (await import(/* webpackChunkName: "files" */ './Attachments.tsx')).Attachments,
  ({ onClose }) => onClose(),
);
