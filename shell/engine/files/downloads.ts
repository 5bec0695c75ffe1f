// Downloads the files of messages: each once, verified before any of it is kept.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import { type FileBody, readFile } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike, Subscription } from 'rxjs';
import { openFile, sealedLength } from '../sealing/file.ts';
import { noteUse, trimFiles } from './fileCache.ts';
import { type FileProgress, fileProgress } from './fileProgress.ts';
import { fileType } from './fileType.ts';
import { createSlots } from '../kit/slots.ts';
import { whenCancelled } from '../kit/whenCancelled.ts';

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
  say(event: EngineEvent): void;
}

/** A browser has few connections to one host, and calls need some of them. */
const atOnce = 3;

/** Above this size, received bytes are moved to a blob, which the browser may keep out of memory. */
const gatheredMost = 4 * 1_048_576;

const name = `chat/[\\w-]{${limits.uploadPathRandom}}`;
/** In this gateway's own store, and in any other. */
const [ownPlace, place] = [new RegExp(`^/[\\w-]+/(${name})$`), new RegExp(`/(${name})$`)];

/**
 * Where a file is stored, and its name there; a relative path belongs to this gateway.
 * @throws Fault FILE_CORRUPT for an address that is not a file's.
 */
function placeOf(uri: string, gateway: string): { address: string; name: string } {
  const [, own] = ownPlace.exec(uri) ?? [];
  if (own) return { address: `${gateway}${uri}`, name: own };
  const url = URL.parse(uri);
  const [, other] = place.exec(url?.pathname ?? '') ?? [];
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

const gone: ReadonlySet<number> = new Set([404, 410]);

export function createDownloads({ db, fetch, origin, clock, say }: DownloadsPorts): Downloads {
  const running = new Map<string, { done: Promise<void>; stop: AbortController }>();
  const inSlot = createSlots(atOnce);

  /**
   * The bytes stored there: exactly this many. @throws Fault FILE_GONE, FILE_CORRUPT, CANCELLED, and those of the
   * network
   */
  async function get(uri: string, length: number, progress: FileProgress, stop: AbortSignal): Promise<Blob> {
    const end = new AbortController();
    let patience: Subscription | undefined;
    const hear = () => {
      patience?.unsubscribe();
      patience = clock.schedule(() => end.abort(), limits.requestTimeout);
    };
    const parts: Blob[] = [];
    let gathered: Uint8Array<ArrayBuffer>[] = [];
    let [received, waiting] = [0, 0];
    const put = () => {
      parts.push(new Blob(gathered));
      [gathered, waiting] = [[], 0];
    };
    try {
      hear();
      const answer = await fetch(uri, {
        signal: AbortSignal.any([stop, end.signal]),
        credentials: 'omit',
        redirect: 'error',
        referrerPolicy: 'no-referrer',
        // Stored decrypted: another copy would take its room twice.
        cache: 'no-store',
      });
      if (gone.has(answer.status)) throw new Fault('FILE_GONE');
      if (!answer.ok) throw new Fault('REQUEST_FAILED');
      const reader = answer.body?.getReader();
      for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
        hear();
        received += piece.value.length;
        if (received > length) throw new Fault('FILE_CORRUPT');
        gathered.push(piece.value);
        waiting += piece.value.length;
        if (waiting >= gatheredMost) put();
        progress.at((100 * received) / length);
      }
      put();
    } catch (cause) {
      if (cause instanceof Fault) throw cause;
      throw new Fault(stop.aborted ? 'CANCELLED' : end.signal.aborted ? 'TIMEOUT' : 'NO_RESPONSE', { cause });
    } finally {
      patience?.unsubscribe();
      // The body of a refused response need not be read to its end.
      end.abort();
    }
    if (received < length) throw new Fault('FILE_CORRUPT');
    return new Blob(parts);
  }

  /** What a message states about its file. @throws Fault FILE_GONE where there is none, or not any more. */
  async function bodyOf(id: string): Promise<FileBody> {
    const message = await db.messages.get(id);
    const body = message && !message.withdrawn && readFile(message.content);
    if (!body || !body.file.uri) throw new Fault('FILE_GONE');
    return body;
  }

  async function download(id: string, stop: AbortSignal): Promise<void> {
    const here = await db.files.get(id);
    if (here && (here.state === 'upload' || (await isReadable(here.blob)))) return noteUse(db, here, clock.now());
    const { file, size, mime } = await bodyOf(id);
    const { address, name } = placeOf(file.uri, origin);
    if (size > limits.fileMax) throw new Fault('FILE_CORRUPT');
    const progress = fileProgress(say, id, 'download');
    try {
      progress.at(0);
      const sealed = await get(address, sealedLength(size), progress, stop);
      const blob = await openFile(sealed, file, fileType(mime));
      await db.transaction('rw', db.messages, db.files, async () => {
        // Withdrawn or deleted during the download: the file is removed with its message.
        await bodyOf(id);
        await db.files.put({ id, key: name, state: 'here', blob, usedAt: clock.now() });
      });
      progress.done();
    } finally {
      progress.end();
    }
    await trimFiles(db);
  }

  return {
    async fetch(id) {
      const known = running.get(id);
      if (known) return known.done;
      const stop = new AbortController();
      const work = inSlot(() =>
        stop.signal.aborted ? Promise.reject(new Fault('CANCELLED')) : download(id, stop.signal),
      );
      const done = Promise.race([work, whenCancelled(stop.signal)]).finally(() => running.delete(id));
      running.set(id, { done, stop });
      return done;
    },
    cancel: (id) => running.get(id)?.stop.abort(),
    close: () => running.forEach(({ stop }) => stop.abort()),
  };
}
