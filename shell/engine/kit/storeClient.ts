// The client of the file store, as the engine uses it.
import type { UploadResume } from '@amber/client/db';

/** The progress of an upload, from which it can be resumed. */
export type Checkpoint = NonNullable<UploadResume['checkpoint']>;

/** The part of ali-oss that the engine uses. */
export interface StoreClient {
  multipartUpload(
    name: string,
    file: Blob,
    options: {
      parallel: number;
      partSize: number;
      checkpoint?: Checkpoint & { file: Blob };
      progress(share: number, checkpoint?: Checkpoint & { file?: unknown }): void;
    },
  ): Promise<unknown>;
  abortMultipartUpload(name: string, uploadId: string): Promise<unknown>;
  /** Cancels this client's upload. */
  cancel(): void;
}

/** Loads the store's client: a large separate chunk that only senders of files need. */
export type LoadStoreClient = () => Promise<new (options: object) => StoreClient>;
