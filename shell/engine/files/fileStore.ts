// Uploads one encrypted file to the store in parts, and resumes an interrupted upload.
import type { UploadSetting } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { lazyImport } from '../kit/lazyImport.ts';
import type { Checkpoint, LoadStoreClient, StoreClient } from '../kit/storeClient.ts';
import { rejectOnAbort } from '../kit/rejectOnAbort.ts';

const loadAliOss: LoadStoreClient = async () => {
  // The library assumes that every browser has a `window`; a worker has none.
  Object.assign(self, { window: self });
  const { default: client } = await import(/* webpackChunkName: "store" */ 'ali-oss');
  return client as unknown as new (options: object) => StoreClient;
};

interface Upload {
  /** The object's name. */
  name: string;
  sealed: Blob;
  /** The state of an interrupted upload; without it the upload starts from the beginning. */
  checkpoint?: Checkpoint | undefined;
  /** Requests credentials that permit writing this object. */
  requestCredentials(): Promise<UploadSetting>;
  /** Receives the uploaded share (0 to 1), and the state to resume from. */
  progress(share: number, checkpoint?: Checkpoint): void;
  signal: AbortSignal;
}

export interface FileStore {
  /**
   * Uploads a file, and returns the address to download it from.
   * @throws Fault FILE_REFUSED when the store rejects the file, UPLOADS_FULL when the person's quota is exceeded,
   * CANCELLED, and the faults of the network and of `requestCredentials`.
   */
  put(upload: Upload): Promise<string>;
  /** Removes the parts of an upload that will not be resumed. @throws Fault as `put` */
  abort(checkpoint: Checkpoint, setting: UploadSetting): Promise<void>;
}

/** The fields of the store's error; `status` is negative when there was no response. */
interface StoreError {
  status?: number;
  name?: string;
  code?: string;
}

/** The store's error code for an exceeded quota of a person. */
const quotaExceeded = 'QuotaExceeded';

/** Statuses of temporary refusals, whatever the request is. */
const transientStatuses = new Set([408, 429]);

/** Converts an error of the store, or a missing response, to a fault. */
function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const { status = -1, code } = (thrown ?? {}) as StoreError;
  if (code === quotaExceeded) return new Fault('UPLOADS_FULL', { cause: thrown });
  if (status >= 400 && status < 500 && !transientStatuses.has(status))
    return new Fault('FILE_REFUSED', { cause: thrown });
  return new Fault(status < 0 ? 'NO_RESPONSE' : 'REQUEST_FAILED', { cause: thrown });
}

/** Whether the store has dropped the parts of the upload, which ali-oss calls 'abort'. */
const isUploadGone = (thrown: unknown): boolean => {
  const { status, name } = (thrown ?? {}) as StoreError;
  return name === 'abort' || status === 404;
};

/** Whether the error means that the credentials have expired. */
const isExpired = (thrown: unknown): boolean => {
  const { status, code } = (thrown ?? {}) as StoreError;
  return status === 403 && code !== quotaExceeded;
};

/**
 * Returns the file's address. A store behind the gateway has a relative one, because the gateway has several addresses
 * and each reader uses their own.
 */
const uriOf = ({ domain, bucket, pathStyle }: UploadSetting, name: string): string =>
  pathStyle ? `/${bucket}/${name}` : `${domain.replace(/\/$/, '')}/${name}`;

export function createFileStore(load: LoadStoreClient = loadAliOss): FileStore {
  /** Creates a client per upload, because cancelling applies to a whole client. */
  async function clientFor({
    accessKeyId,
    accessKeySecret,
    securityToken,
    bucket,
    domain,
    pathStyle,
    region,
  }: UploadSetting): Promise<StoreClient> {
    const Client = await lazyImport(load());
    return new Client({
      accessKeyId,
      accessKeySecret,
      stsToken: securityToken,
      bucket,
      endpoint: domain,
      region: `oss-${region}`,
      authorizationV4: true,
      secure: domain.startsWith('https:'),
      ...(pathStyle ? { sldEnable: true } : { cname: true }),
      // Per part: half a megabyte on the slowest of lines, with five parts in parallel.
      timeout: limits.partTimeout,
      // Without a number ali-oss warns on the console. Expired credentials are renewed when the store reports them.
      refreshSTSTokenInterval: limits.uploadCredentialTtl,
    });
  }

  return {
    async put({ name, sealed, checkpoint, requestCredentials, progress, signal }) {
      let credentials = await requestCredentials();
      let resumeState = checkpoint;
      // Credentials are renewed once until a part arrives again; the upload restarts at most once.
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
