// Downloads the files of messages: each once, verified before any of it is kept.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import { type FileBody, readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike, Subscription } from 'rxjs';
import { openFile, sealedLength } from '../sealing/file.ts';
import { markUsed, trimFiles } from './fileCache.ts';
import { type FileProgress, createFileProgress } from './fileProgress.ts';
import { sanitizeMimeType } from './sanitizeMimeType.ts';
import { createConcurrencyLimit } from '../kit/concurrencyLimit.ts';
import { rejectOnAbort } from '../kit/rejectOnAbort.ts';

export interface Downloads {
  /**
   * Downloads a message's file, unless it is here. Callers during a download share it. @throws Fault; see
   * `EngineCalls.fetchFile`
   */
  fetch(id: string): Promise<void>;
  /** Those waiting for it get CANCELLED. */
  cancel(id: string): void;
  close(): void;
}

interface DownloadsPorts {
  db: AccountDb;
  fetch: typeof fetch;
  /** Where the gateway is. */
  origin: string;
  clock: SchedulerLike;
  emit(event: EngineEvent): void;
}

/** A browser has few connections to one host, and calls need some of them. */
const maxConcurrent = 3;

/** Above this size, received bytes are moved to a blob, which the browser may keep out of memory. */
const bufferMax = 4 * 1_048_576;

const name = `chat/[\\w-]{${limits.uploadPathRandom}}`;
/** In this gateway's own store, and in any other. */
const [ownPathPattern, pathPattern] = [new RegExp(`^/[\\w-]+/(${name})$`), new RegExp(`/(${name})$`)];

/**
 * Where a file is stored, and its name there; a relative path belongs to this gateway.
 * @throws Fault FILE_CORRUPT for an address that is not a file's.
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

/** A browser may evict a file that a row refers to. */
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
   * The bytes stored there: exactly this many. @throws Fault FILE_GONE, FILE_CORRUPT, CANCELLED, and those of the
   * network
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
        // Stored decrypted: another copy would take its room twice.
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
      // The body of a refused response need not be read to its end.
      idleAbort.abort();
    }
    if (received < length) throw new Fault('FILE_CORRUPT');
    return new Blob(parts);
  }

  /** What a message states about its file. @throws Fault FILE_GONE where there is none, or not any more. */
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
        // Withdrawn or deleted during the download: the file is removed with its message.
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
