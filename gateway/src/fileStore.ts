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
}
