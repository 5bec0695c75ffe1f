// An in-memory file store with its client: whole files, parts, and failures.
import type { UploadSetting } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { Checkpoint, LoadStoreClient, StoreClient } from '../kit/storeClient.ts';

type Step = 'begin' | 'part' | 'finish' | 'put' | 'abort';

/** Creates an error like the store client's; a negative status means no answer. */
export const createStoreError = (status: number, code: string): Error =>
  Object.assign(new Error(code), { status, code, name: `${code}Error` });

/** Smaller files (in bytes) are uploaded in one piece. */
const wholeBelow = 102_400;

export function createFakeStore() {
  const objects = new Map<string, Uint8Array<ArrayBuffer>>();
  const unfinished = new Map<string, { name: string; parts: Map<number, Uint8Array<ArrayBuffer>> }>();
  const log: string[] = [];
  const clients: UploadSetting[] = [];
  const faults = {
    /** Returns the error that a step is refused with, before it is executed. */
    refuse: (_step: Step, _number: number): Error | undefined => undefined,
    /** Returns the promise that a step waits for. */
    hold: (_step: Step, _number: number): Promise<void> | undefined => undefined,
    /** The bucket's region; undefined for a gateway that names none. */
    region: undefined as string | undefined,
    /** Returns the answer to a download. */
    fetched: undefined as (() => Response | Promise<Response>) | undefined,
  };
  let settings = 0;
  let serial = 0;

  async function step(what: Step, number = 0): Promise<void> {
    await faults.hold(what, number);
    const refused = faults.refuse(what, number);
    if (refused) throw refused;
    log.push(number > 0 ? `${what} ${number}` : what);
  }

  class Client implements StoreClient {
    #cancelled = false;

    constructor(options: object) {
      const { stsToken, bucket, endpoint, region } = options as Record<
        'stsToken' | 'bucket' | 'endpoint' | 'region',
        string
      >;
      clients.push({
        accessKeyId: '',
        accessKeySecret: '',
        securityToken: stsToken,
        bucket,
        domain: endpoint,
        pathStyle: true,
        region: region.replace(/^oss-/, ''),
      });
    }

    cancel(): void {
      this.#cancelled = true;
    }

    async multipartUpload(
      name: string,
      file: Blob,
      { parallel, partSize, checkpoint, progress }: Parameters<StoreClient['multipartUpload']>[2],
    ): Promise<void> {
      if (!checkpoint && file.size < wholeBelow) {
        await step('put');
        objects.set(name, new Uint8Array(await file.arrayBuffer()));
        progress(1);
        return;
      }
      const resumeState: Checkpoint & { file: Blob } = checkpoint ?? {
        file,
        name,
        uploadId: await this.#begin(name),
        fileSize: file.size,
        partSize,
        doneParts: [],
      };
      if (!checkpoint) progress(0, resumeState);
      const count = Math.ceil(resumeState.fileSize / resumeState.partSize);
      const todo = Array.from({ length: count }, (_, index) => index + 1).filter(
        (number) => !resumeState.doneParts.some((done) => done.number === number),
      );
      let isBroken = false;
      const throwIfCancelled = () => {
        if (this.#cancelled) throw { status: 0, name: 'cancel' };
      };
      const work = async () => {
        for (let number = todo.shift(); number && !isBroken; number = todo.shift()) {
          throwIfCancelled();
          await step('part', number).catch((thrown: unknown) => {
            isBroken = true;
            throw thrown;
          });
          const upload = unfinished.get(resumeState.uploadId);
          if (!upload) throw { status: 0, name: 'abort' };
          upload.parts.set(
            number,
            new Uint8Array(await resumeState.file.slice((number - 1) * partSize, number * partSize).arrayBuffer()),
          );
          resumeState.doneParts.push({ number, etag: `"${number}"` });
          progress(resumeState.doneParts.length / (count + 1), resumeState);
        }
      };
      await Promise.all(Array.from({ length: parallel }, work));
      throwIfCancelled();
      await step('finish');
      const upload = unfinished.get(resumeState.uploadId);
      if (!upload) throw createStoreError(404, 'NoSuchUpload');
      objects.set(
        name,
        new Uint8Array(
          await new Blob(
            [...upload.parts].sort(([one], [other]) => one - other).map(([, bytes]) => bytes),
          ).arrayBuffer(),
        ),
      );
      unfinished.delete(resumeState.uploadId);
    }

    async #begin(name: string): Promise<string> {
      await step('begin');
      const uploadId = `u${(serial += 1)}`;
      unfinished.set(uploadId, { name, parts: new Map() });
      return uploadId;
    }

    async abortMultipartUpload(_name: string, uploadId: string): Promise<void> {
      await step('abort');
      if (!unfinished.delete(uploadId)) throw createStoreError(404, 'NoSuchUpload');
    }
  }

  const loadStoreClient: LoadStoreClient = async () => Client;
  // The gateway's own store, and another one with the same contents.
  const origin = 'http://gateway.test';
  const baseUrls = [`${origin}/files/`, 'https://store.test/'];

  return {
    objects,
    unfinished,
    /** The executed steps, in order. */
    log,
    /** The settings that each client was created with. */
    clients,
    faults,
    loadStoreClient,
    uriOf: (name: string) => `/files/${name}`,
    /** The gateway's handler that permits uploads. */
    uploadInfo({ random }: { random: string }) {
      if (!/^[\w-]{36}$/.test(random)) throw new Fault('BAD_REQUEST');
      settings += 1;
      return {
        setting: JSON.stringify({
          accessKeyId: 'id',
          accessKeySecret: 'secret',
          securityToken: `token ${settings}`,
          bucket: 'files',
          domain: origin,
          pathStyle: true,
          ...(faults.region !== undefined && { region: faults.region }),
        }),
      };
    },
    ownsUrl: (url: string) => baseUrls.some((place) => url.startsWith(place)),
    async fetch(url: string, { signal }: RequestInit): Promise<Response> {
      log.push(`get ${url}`);
      const bytes = objects.get(url.slice(baseUrls.find((place) => url.startsWith(place))!.length));
      const { body, status } = await (faults.fetched?.() ??
        (bytes ? new Response(bytes) : new Response(null, { status: 404 })));
      // The signal aborts a cancelled response in the middle.
      return new Response(body && body.pipeThrough(new TransformStream(), { signal: signal! }), { status });
    },
  };
}

export type FakeStore = ReturnType<typeof createFakeStore>;
