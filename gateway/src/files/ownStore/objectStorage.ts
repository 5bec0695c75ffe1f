// The interface of the place where the own store's objects are: a folder of the disk, or a bucket.
import type { Part } from './parts.ts';
import type { Range } from './range.ts';
import type { ListedPart } from './xml.ts';

export interface StoredObject {
  size: number;
  /** The ETag without quotes. */
  etag: string;
  /** Milliseconds. */
  storedAt: number;
  /** The bytes of a range, part after part. */
  read(range: Range): AsyncGenerator<Buffer, void>;
}

/** A part that is being received. */
export interface Incoming {
  size: number;
  /** The maximum size of the whole object. */
  most: number;
  /** Base64, if the client announced it. */
  md5: string | undefined;
  body: AsyncIterable<Buffer>;
}

export interface ObjectStorage {
  /** Starts an upload and replaces an earlier one, so that a name never takes more space than one object may. */
  begin(key: string): Promise<string>;
  /**
   * Stores a part; the same number again replaces it.
   * @throws OssError NoSuchUpload, EntityTooLarge, IncompleteBody, InvalidDigest, ServiceUnavailable when there is no
   * room, or the bucket fails
   */
  receive(key: string, uploadId: string, number: number, incoming: Incoming): Promise<Part>;
  /**
   * Stores a whole object. It is durable when this returns.
   * @throws OssError as `receive`, and FileAlreadyExists when it exists with other bytes.
   */
  put(key: string, incoming: Incoming): Promise<StoredObject>;
  /** The upload's parts so far. @throws OssError NoSuchUpload */
  parts(key: string, uploadId: string): Promise<Part[]>;
  /**
   * Assembles an object from the listed parts. It is durable when this returns. Idempotent: a retry after a lost
   * response gets the same response.
   * @throws OssError NoSuchUpload, InvalidPart, EntityTooSmall, FileAlreadyExists
   */
  finish(key: string, uploadId: string, listed: ListedPart[]): Promise<StoredObject>;
  /** Aborts an upload and drops its parts. @throws OssError NoSuchUpload */
  abort(key: string, uploadId: string): Promise<void>;
  /** Removes an object and its uploads, so that no reader sees an incomplete one. Idempotent. */
  remove(key: string): Promise<void>;
  /** Null when there is none. */
  find(key: string): Promise<StoredObject | null>;
  /** Removes uploads that have received no data since then. */
  dropUnfinished(since: number): Promise<void>;
}
