// Downloads the files of messages, each once, and verifies the content before any of it is stored.
import { type FileBody, readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { Subscription } from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';
import { openFile, sealedLength } from '../sealing/file.ts';
import { markUsed, trimFiles } from './fileCache.ts';
import { type FileProgress, createFileProgress } from './fileProgress.ts';
import { sanitizeMimeType } from './sanitizeMimeType.ts';
import { createConcurrencyLimit } from '../kit/concurrencyLimit.ts';
import { rejectOnAbort } from '../kit/rejectOnAbort.ts';

export interface Downloads {
  /**
   * Downloads a message's file unless it is stored here. Concurrent callers share one download.
   * @throws Fault see `EngineCalls.fetchFile`
   */
  fetch(id: string): Promise<void>;
  /** Cancels a download; its callers get CANCELLED. */
  cancel(id: string): void;
  close(): void;
}

type DownloadsPorts = Pick<AccountContext, 'db' | 'fetch' | 'origin' | 'clock' | 'emit'>;

/** A browser allows few connections per host, and calls need some of them. */
const maxConcurrent = 3;

/** Above this size (in bytes), received data moves into a blob, which the browser may keep out of memory. */
const bufferMax = 4 * 1_048_576;

const name = `chat/[\\w-]{${limits.uploadPathRandom}}`;
/** Paths in this gateway's own store, and in any other. */
const [ownPathPattern, pathPattern] = [new RegExp(`^/[\\w-]+/(${name})$`), new RegExp(`/(${name})$`)];

/**
 * Returns the address of a file and its name there; a relative path belongs to this gateway.
 * @throws Fault FILE_CORRUPT when the address is not that of a file.
 */
function resolveFileUri(uri: string, gateway: string): { address: string; name: string } {
  const [, own] = ownPathPattern.exec(uri) ?? [];
  if (own) return { address: `${gateway}${uri}`, name: own };
  const url = URL.parse(uri);
  const [, other] = pathPattern.exec(url?.pathname ?? '') ?? [];
  const isPlain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}${url.pathname}`;
  if (!isPlain || !other) throw new Fault('FILE_CORRUPT');
  return { address: url.href, name: other };
}

/** Whether a blob can still be read: a browser may evict a file that a row refers to. */
const isReadable = (blob: Blob): Promise<boolean> =>
  blob
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );

const goneStatuses: ReadonlySet<number> = new Set([404, 410]);

export function createDownloads({ db, fetch, origin, clock, emit }: DownloadsPorts): Downloads {
  const running = new Map<string, { done: Promise<void>; stop: AbortController }>();
  const limitConcurrency = createConcurrencyLimit(maxConcurrent);

  /**
   * Downloads exactly `length` bytes.
   * @throws Fault FILE_GONE, FILE_CORRUPT, CANCELLED, and the faults of the network
   */
  async function fetchSealed(uri: string, length: number, progress: FileProgress, stop: AbortSignal): Promise<Blob> {
    const idleAbort = new AbortController();
    let idleTimer: Subscription | undefined;
    const restartIdleTimer = () => {
      idleTimer?.unsubscribe();
      idleTimer = clock.schedule(() => idleAbort.abort(), limits.requestTimeout);
    };
    const parts: Blob[] = [];
    let buffer: Uint8Array<ArrayBuffer>[] = [];
    let [received, bufferedBytes] = [0, 0];
    const flushBuffer = () => {
      parts.push(new Blob(buffer));
      [buffer, bufferedBytes] = [[], 0];
    };
    try {
      restartIdleTimer();
      const answer = await fetch(uri, {
        signal: AbortSignal.any([stop, idleAbort.signal]),
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        // The file is stored decrypted, so a copy in the HTTP cache would take the space twice.
        cache: 'no-store',
      });
      if (goneStatuses.has(answer.status)) throw new Fault('FILE_GONE');
      if (!answer.ok) throw new Fault('REQUEST_FAILED');
      const reader = answer.body?.getReader();
      for (let chunk = await reader?.read(); chunk?.value; chunk = await reader?.read()) {
        restartIdleTimer();
        received += chunk.value.length;
        if (received > length) throw new Fault('FILE_CORRUPT');
        buffer.push(chunk.value);
        bufferedBytes += chunk.value.length;
        if (bufferedBytes >= bufferMax) flushBuffer();
        progress.update((100 * received) / length);
      }
      flushBuffer();
    } catch (cause) {
      if (cause instanceof Fault) throw cause;
      throw new Fault(stop.aborted ? 'CANCELLED' : idleAbort.signal.aborted ? 'TIMEOUT' : 'NO_RESPONSE', { cause });
    } finally {
      idleTimer?.unsubscribe();
      // Aborting avoids reading the body of a failed response to its end.
      idleAbort.abort();
    }
    if (received < length) throw new Fault('FILE_CORRUPT');
    return new Blob(parts);
  }

  /** Returns the file's description in a message. @throws Fault FILE_GONE when there is none, or it was withdrawn. */
  async function fileBodyOf(id: string): Promise<FileBody> {
    const message = await db.messages.get(id);
    const body = message && !message.withdrawn && readFile(message.content);
    if (!body || !body.file.uri) throw new Fault('FILE_GONE');
    return body;
  }

  async function download(id: string, stop: AbortSignal): Promise<void> {
    const cached = await db.files.get(id);
    if (cached && (cached.state === 'upload' || (await isReadable(cached.blob))))
      return markUsed(db, cached, clock.now());
    const { file, size, mime } = await fileBodyOf(id);
    const { address, name } = resolveFileUri(file.uri, origin);
    if (size > limits.fileMax) throw new Fault('FILE_CORRUPT');
    const progress = createFileProgress(emit, id, 'download');
    try {
      progress.update(0);
      const sealed = await fetchSealed(address, sealedLength(size), progress, stop);
      const blob = await openFile(sealed, file, sanitizeMimeType(mime));
      await db.transaction('rw', db.messages, db.files, async () => {
        // If the message was withdrawn or deleted during the download, the file is discarded.
        await fileBodyOf(id);
        await db.files.put({ id, key: name, state: 'here', blob, usedAt: clock.now() });
      });
      progress.complete();
    } finally {
      progress.clear();
    }
    await trimFiles(db);
  }

  return {
    async fetch(id) {
      const inProgress = running.get(id);
      if (inProgress) return inProgress.done;
      const stop = new AbortController();
      const task = limitConcurrency(() =>
        stop.signal.aborted ? Promise.reject(new Fault('CANCELLED')) : download(id, stop.signal),
      );
      const done = Promise.race([task, rejectOnAbort(stop.signal)]).finally(() => running.delete(id));
      running.set(id, { done, stop });
      return done;
    },
    cancel: (id) => running.get(id)?.stop.abort(),
    close: () => running.forEach(({ stop }) => stop.abort()),
  };
}
