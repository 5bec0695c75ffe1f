// Uploads one sealed file to the store, part by part, and resumes where it was interrupted.
import type { UploadSetting } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { lazyImport } from '../kit/lazyImport.ts';
import type { Checkpoint, LoadStoreClient, StoreClient } from '../kit/storeClient.ts';
import { rejectOnAbort } from '../kit/rejectOnAbort.ts';

const loadAliOss: LoadStoreClient = async () => {
  // It assumes that every browser has a window; a worker has none.
  Object.assign(self, { window: self });
  const { default: client } = await import(/* webpackChunkName: "store" */ 'ali-oss');
  return client as unknown as new (options: object) => StoreClient;
};

interface Upload {
  /** The object's name. */
  name: string;
  sealed: Blob;
  /** Where it was interrupted; without it the upload starts from the beginning. */
  checkpoint?: Checkpoint | undefined;
  /** Requests permission to write this object. */
  requestCredentials(): Promise<UploadSetting>;
  /** Receives the share uploaded so far, and the state to resume from. */
  progress(share: number, checkpoint?: Checkpoint): void;
  signal: AbortSignal;
}

export interface FileStore {
  /**
   * Uploads, and returns where the file can be fetched from.
   * @throws Fault FILE_REFUSED where the store does not want it, CANCELLED, those of the network, and those of
   * `setting`.
   */
  put(upload: Upload): Promise<string>;
  /** Removes the store's parts of an upload that will not be resumed. @throws Fault as `put` */
  abort(checkpoint: Checkpoint, setting: UploadSetting): Promise<void>;
}

/** What a refusal carries; `status` is negative where nobody answered. */
interface StoreError {
  status?: number;
  name?: string;
  code?: string;
}

/** The code with which a store refuses what exceeds a person's quota. */
const quotaExceeded = 'QuotaExceeded';

/** Refused for now, whatever the request. */
const transientStatuses = new Set([408, 429]);

/** The store's error, or its silence, as a fault. */
function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const { status = -1, code } = (thrown ?? {}) as StoreError;
  if (code === quotaExceeded) return new Fault('UPLOADS_FULL', { cause: thrown });
  if (status >= 400 && status < 500 && !transientStatuses.has(status))
    return new Fault('FILE_REFUSED', { cause: thrown });
  return new Fault(status < 0 ? 'NO_RESPONSE' : 'REQUEST_FAILED', { cause: thrown });
}

/** The store has dropped its parts: ali-oss calls that 'abort'. */
const isUploadGone = (thrown: unknown): boolean => {
  const { status, name } = (thrown ?? {}) as StoreError;
  return name === 'abort' || status === 404;
};

/** Credentials expire. */
const isExpired = (thrown: unknown): boolean => {
  const { status, code } = (thrown ?? {}) as StoreError;
  return status === 403 && code !== quotaExceeded;
};

/** A store that belongs to the gateway is at each reader's own address of the gateway, which has several. */
const uriOf = ({ domain, bucket, pathStyle }: UploadSetting, name: string): string =>
  pathStyle ? `/${bucket}/${name}` : `${domain.replace(/\/$/, '')}/${name}`;

export function createFileStore(load: LoadStoreClient = loadAliOss): FileStore {
  /** One for each upload: cancelling applies to the whole client. */
  async function clientFor({
    accessKeyId,
    accessKeySecret,
    securityToken,
    bucket,
    domain,
    pathStyle,
  }: UploadSetting): Promise<StoreClient> {
    const Client = await lazyImport(load());
    return new Client({
      accessKeyId,
      accessKeySecret,
      stsToken: securityToken,
      bucket,
      endpoint: domain,
      region: 'oss-cn-shanghai',
      authorizationV4: true,
      secure: domain.startsWith('https:'),
      ...(pathStyle ? { sldEnable: true } : { cname: true }),
      // For one part: half a megabyte on the slowest of lines, five at a time.
      timeout: limits.partTimeout,
      // Without a number it warns on the console; expired credentials are renewed when the store reports them.
      refreshSTSTokenInterval: limits.uploadCredentialTtl,
    });
  }

  return {
    async put({ name, sealed, checkpoint, requestCredentials, progress, signal }) {
      let credentials = await requestCredentials();
      let resumeState = checkpoint;
      // New credentials help once, until a part has arrived again; a restart helps once.
      let [hasRenewed, hasRestarted] = [false, false];
      for (;;) {
        const client = await clientFor(credentials);
        if (signal.aborted) throw new Fault('CANCELLED');
        signal.addEventListener('abort', () => client.cancel(), { once: true });
        const uploading = client.multipartUpload(name, sealed, {
          parallel: limits.uploadParallel,
          partSize: limits.uploadPart,
          ...(resumeState && { checkpoint: { ...structuredClone(resumeState), file: sealed } }),
          progress(share, current) {
            if (current) {
              const { file: _, ...rest } = current;
              resumeState = structuredClone(rest);
            }
            if (share > 0) hasRenewed = false;
            progress(share, resumeState);
          },
        });
        try {
          await Promise.race([uploading, rejectOnAbort(signal)]);
          return uriOf(credentials, name);
        } catch (thrown) {
          if (signal.aborted) throw new Fault('CANCELLED');
          if (isUploadGone(thrown) && resumeState && !hasRestarted) [resumeState, hasRestarted] = [undefined, true];
          else if (isExpired(thrown) && !hasRenewed) [credentials, hasRenewed] = [await requestCredentials(), true];
          else throw faultOf(thrown);
        }
      }
    },
    async abort({ name, uploadId }, setting) {
      await (await clientFor(setting)).abortMultipartUpload(name, uploadId).catch((thrown: unknown) => {
        if (!isUploadGone(thrown)) throw faultOf(thrown);
      });
    },
  };
}
