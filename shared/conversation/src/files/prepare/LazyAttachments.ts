// The list of attachments, loaded when the first file is chosen.
import { loadOnOpen } from '@amber/ui/loadOnOpen';
import type { AttachmentsProps } from './Attachments.tsx';

/** See `Attachments`. */
export const LazyAttachments = loadOnOpen<AttachmentsProps>(
  async () => (await import(/* webpackChunkName: "files" */ './Attachments.tsx')).Attachments,
  ({ onClose }) => onClose(),
);
