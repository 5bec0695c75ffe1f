// Puts one sealed file into the store, part by part, and goes on where it was cut.
import type { UploadResume } from '@amber/client/db';
import type { UploadSetting } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { lazyImport } from '../kit/lazyImport.ts';
import { whenCancelled } from '../kit/whenCancelled.ts';

export type Checkpoint = NonNullable<UploadResume['checkpoint']>;

/** The part of ali-oss that is used. */
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
  /** Ends what this client is uploading. */
  cancel(): void;
}

/** Brings what speaks to the store: a chunk of its own, large, and needed by those alone who send a file. */
export type LoadStoreClient = () => Promise<new (options: object) => StoreClient>;

const loadAliOss: LoadStoreClient = async () => {
  // It takes every browser to have a window, and a worker has none.
  Object.assign(self, { window: self });
  const { default: client } = await import(/* webpackChunkName: "store" */ 'ali-oss');
  return client as unknown as new (options: object) => StoreClient;
};

interface Upload {
  /** The object's name. */
  name: string;
  sealed: Blob;
  /** Where it was cut; without it the upload begins. */
  checkpoint?: Checkpoint | undefined;
  /** Asks for leave to write this object. */
  setting(): Promise<UploadSetting>;
  /** Hears what share is there, and what to go on with from there. */
  progress(share: number, checkpoint?: Checkpoint): void;
  signal: AbortSignal;
}

export interface FileStore {
  /**
   * Uploads, and returns where the file can be fetched from.
   * @throws Fault FILE_REFUSED where the store does not want it, CANCELLED, those of the network, and those of `setting`.
   */
  put(upload: Upload): Promise<string>;
  /** Clears what the store has of an upload that is not gone on with. @throws Fault as `put` */
  abort(checkpoint: Checkpoint, setting: UploadSetting): Promise<void>;
}

/** What a refusal carries; `status` is negative where nobody answered. */
interface Refusal {
  status?: number;
  name?: string;
  code?: string;
}

/** The code with which a store refuses what is too much for one person. */
const full = 'QuotaExceeded';

/** Refused for now, whatever was asked. */
const passing = new Set([408, 429]);

/** What the store has said or not said, as a fault. */
function faultOf(thrown: unknown): Fault {
  if (thrown instanceof Fault) return thrown;
  const { status = -1, code } = (thrown ?? {}) as Refusal;
  if (code === full) return new Fault('UPLOADS_FULL', { cause: thrown });
  if (status >= 400 && status < 500 && !passing.has(status)) return new Fault('FILE_REFUSED', { cause: thrown });
  return new Fault(status < 0 ? 'NO_RESPONSE' : 'REQUEST_FAILED', { cause: thrown });
}

/** The store has dropped what it had: ali-oss calls that 'abort'. */
const isForgotten = (thrown: unknown): boolean => {
  const { status, name } = (thrown ?? {}) as Refusal;
  return name === 'abort' || status === 404;
};

/** Credentials last for a while only. */
const isExpired = (thrown: unknown): boolean => {
  const { status, code } = (thrown ?? {}) as Refusal;
  return status === 403 && code !== full;
};

/** A store that belongs to the gateway lies where each reader has the gateway: people come to it by several addresses. */
const uriOf = ({ domain, bucket, pathStyle }: UploadSetting, name: string): string =>
  pathStyle ? `/${bucket}/${name}` : `${domain.replace(/\/$/, '')}/${name}`;

export function createFileStore(load: LoadStoreClient = loadAliOss): FileStore {
  /** One for each upload: cancelling is the client's. */
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
      timeout: limits.partWithin,
      // Without a number it warns on the console; what has run out is asked for anew when the store says so.
      refreshSTSTokenInterval: limits.uploadFor,
    });
  }

  return {
    async put({ name, sealed, checkpoint, setting: ask, progress, signal }) {
      let setting = await ask();
      let place = checkpoint;
      // New credentials help once, until a part has arrived again; a new beginning helps once.
      let [hasRenewed, hasBegunAnew] = [false, false];
      for (;;) {
        const client = await clientFor(setting);
        if (signal.aborted) throw new Fault('CANCELLED');
        signal.addEventListener('abort', () => client.cancel(), { once: true });
        const uploading = client.multipartUpload(name, sealed, {
          parallel: limits.uploadParallel,
          partSize: limits.uploadPart,
          ...(place && { checkpoint: { ...structuredClone(place), file: sealed } }),
          progress(share, now) {
            if (now) {
              const { file: _, ...rest } = now;
              place = structuredClone(rest);
            }
            if (share > 0) hasRenewed = false;
            progress(share, place);
          },
        });
        try {
          await Promise.race([uploading, whenCancelled(signal)]);
          return uriOf(setting, name);
        } catch (thrown) {
          if (signal.aborted) throw new Fault('CANCELLED');
          if (isForgotten(thrown) && place && !hasBegunAnew) [place, hasBegunAnew] = [undefined, true];
          else if (isExpired(thrown) && !hasRenewed) [setting, hasRenewed] = [await ask(), true];
          else throw faultOf(thrown);
        }
      }
    },
    async abort({ name, uploadId }, setting) {
      await (await clientFor(setting)).abortMultipartUpload(name, uploadId).catch((thrown: unknown) => {
        if (!isForgotten(thrown)) throw faultOf(thrown);
      });
    },
  };
}
