// The interface of a file store: the gateway's own, or Aliyun's.
import type { UploadSetting } from '@amber/proto';

export interface FileStore {
  /** The origin from which pages load files, if it is not their own. */
  origin: string | undefined;
  /**
   * Permission for a person to write one object, for `limits.uploadCredentialTtl`.
   * @param pages the origin of the requesting pages
   * @throws Fault UNAVAILABLE
   */
  grant(request: { key: string; who: string; pages: string }): Promise<UploadSetting>;
  /** Stores an object of the gateway's own, such as a public picture. @throws Fault UNAVAILABLE */
  put(key: string, bytes: Uint8Array): Promise<void>;
  /** Reads a small object; null when there is none. @throws Fault UNAVAILABLE */
  get(key: string): Promise<Buffer | null>;
  /** The size of a complete object; null when there is none. @throws Fault UNAVAILABLE */
  sizeOf(key: string): Promise<number | null>;
  /** Removes an object and its unfinished uploads. Idempotent. @throws Fault UNAVAILABLE */
  remove(key: string): Promise<void>;
}
