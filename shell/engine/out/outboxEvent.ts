// The outbox's events.
import type { UploadResume } from '@amber/client/db';

/** Events that are emitted after the change is stored. The outbox does not know its listeners. */
export type OutboxEvent =
  /** The gateway has accepted a message or command. */
  | { type: 'accepted' }
  /** The answer to a send shows that an earlier message has not arrived yet. */
  | { type: 'gap' }
  /** The gateway has reported that the devices of these people changed; `bundles` is already updated. */
  | { type: 'devicesChanged'; identifiers: string[] }
  /** There are messages whose files await their upload. */
  | { type: 'uploadWaiting' }
  /** A message that awaited its upload was discarded; `resume` is the state of the upload. */
  | { type: 'uploadCancelled'; id: string; resume: UploadResume | undefined }
  /** A message was discarded whose file, if any, has already been uploaded. */
  | { type: 'discarded' };

export type EmitOutboxEvent = (event: OutboxEvent) => void;
