// Where files of conversations lie: with the gateway itself, or with Aliyun.
import type { UploadSetting } from '@amber/proto';

export interface FileStore {
  /** The origin that pages reach it under, where it is not their own. */
  origin: string | undefined;
  /**
   * Leave for a person to write one object, for `limits.uploadFor`.
   * @param pages the origin of the pages that ask
   * @throws Fault UNAVAILABLE
   */
  grant(request: { key: string; who: string; pages: string }): Promise<UploadSetting>;
  /** Bytes of an object that is there whole; null when there is none. @throws Fault UNAVAILABLE */
  sizeOf(key: string): Promise<number | null>;
  /** Removes an object, and what has come of one; nothing where there is none. Can be called again. @throws Fault UNAVAILABLE */
  remove(key: string): Promise<void>;
}
