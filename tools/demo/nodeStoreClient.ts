// ali-oss for engines in Node: its Node build takes buffers, whereas the browser build takes blobs.
import OSS from 'ali-oss';
import type { LoadStoreClient, StoreClient } from '../../shell/engine/kit/storeClient.ts';

class NodeClient implements StoreClient {
  readonly #client: OSS & { cancel(): void };

  constructor(options: object) {
    this.#client = new OSS(options as OSS.Options) as OSS & { cancel(): void };
  }

  async multipartUpload(
    name: string,
    blob: Blob,
    { checkpoint, ...options }: Parameters<StoreClient['multipartUpload']>[2],
  ): Promise<unknown> {
    const file = Buffer.from(await blob.arrayBuffer());
    return this.#client.multipartUpload(name, file, {
      ...options,
      ...(checkpoint && { checkpoint: { ...checkpoint, file } }),
    });
  }

  abortMultipartUpload(name: string, uploadId: string): Promise<unknown> {
    return this.#client.abortMultipartUpload(name, uploadId);
  }

  cancel(): void {
    this.#client.cancel();
  }
}

export const loadNodeStoreClient: LoadStoreClient = async () => NodeClient;
