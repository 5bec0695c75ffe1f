// The outbox's news, for its listeners.
import type { UploadResume } from '@amber/client/db';

/** What others may need to know of the outbox, emitted when it is stored. The outbox does not know its listeners. */
export type OutboxEvent =
  /** The gateway has accepted something. */
  | { type: 'accepted' }
  /** The answer to a send shows that something before it has not arrived yet. */
  | { type: 'gap' }
  /** The gateway has reported that these people have other devices now; they are in `bundles`. */
  | { type: 'devicesChanged'; identifiers: string[] }
  /** There are messages whose files have to be uploaded. */
  | { type: 'uploadWaiting' }
  /** One of them was discarded; `resume` is how far its upload had come. */
  | { type: 'uploadDropped'; id: string; resume: UploadResume | undefined }
  /** A message was discarded whose file, if it has one, has been uploaded. */
  | { type: 'discarded' };

export type EmitOutboxEvent = (event: OutboxEvent) => void;
