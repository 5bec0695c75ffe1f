// Uploads the files of waiting messages: seals them here, and resumes after every interruption.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb, FileRow, OutboxRow, UploadResume } from '@amber/client/db';
import type { Api, FileMessage, UploadSetting } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { SchedulerLike } from 'rxjs';
import { randomText } from '../keys/bytes.ts';
import { newFileSecret, type SealedFile, sealFile } from '../sealing/file.ts';
import { trimFiles } from './fileCache.ts';
import { fileProgress } from './fileProgress.ts';
import type { Outbox } from '../out/outbox.ts';
import { createLater } from '../kit/later.ts';
import { createPatience, unforeseen } from '../kit/patience.ts';
import { createQueue } from '../kit/queue.ts';
import type { FileStore } from './upload.ts';

export interface Uploads {
  /** Uploads what waits, unless that is in progress. */
  goOn(): void;
  /**
   * The message is gone: its upload stops, and its parts in the store are removed. @throws Fault where that fails; the
   * store itself later removes unfinished uploads.
   */
  drop(id: string, resume: UploadResume | undefined): Promise<void>;
  close(): void;
}

interface UploadsPorts {
  db: AccountDb;
  api: Api;
  store: FileStore;
  outbox: Pick<Outbox, 'start' | 'fail'>;
  clock: SchedulerLike;
  /** Whether the socket is connected. While it is not, `goOn` is called when it is back. */
  connected(): boolean;
  say(event: EngineEvent): void;
}

/** The files of each lane go one after the other, in the order they were sent. A large file delays only large ones. */
const lanes = ['small', 'large'] as const;
type Lane = (typeof lanes)[number];
const largeFrom = 16 * 1_048_576;
const laneOf = (file: FileRow | undefined): Lane => (file && file.blob.size >= largeFrom ? 'large' : 'small');

const folder = 'chat/';

/** The share of the progress that sealing takes; the rest is the network's. */
const sealingShare = 0.1;

const settingFields = ['accessKeyId', 'accessKeySecret', 'securityToken', 'bucket', 'domain'] as const;

/** @throws Fault REQUEST_FAILED where the text is none. */
function readSetting(text: string): UploadSetting {
  const setting = readBody(text);
  if (settingFields.some((field) => typeof setting[field] !== 'string')) throw new Fault('REQUEST_FAILED');
  return { ...setting, pathStyle: setting['pathStyle'] === true } as UploadSetting;
}

export function createUploads({ db, api, store, outbox, clock, connected, say }: UploadsPorts): Uploads {
  const queue = createQueue();
  const tryingLater = createLater(clock);
  const running = new Map<string, { stop: AbortController; over: Promise<void> }>();
  /** Kept until it has been uploaded, so that an unreliable line does not seal it repeatedly. */
  const sealed = new Map<string, SealedFile>();
  /**
   * Messages whose uploads failed with an unexpected error: their lanes wait with them, and nothing shortens the pause.
   */
  const pausing = createLater(clock);
  const patience = createPatience(unforeseen);
  let closed = false;

  const settingFor = async (name: string): Promise<UploadSetting> =>
    readSetting((await api.file.uploadInfo({ random: name.slice(folder.length) })).setting);

  /** False when the message does not wait for an upload any more. */
  const save = (id: string, resume: UploadResume): Promise<boolean> =>
    db.transaction('rw', db.outbox, async () => {
      const row = await db.outbox.get(id);
      if (row?.upload !== 1) return false;
      await db.outbox.put({ ...row, resume });
      return true;
    });

  const nextIn = (lane: Lane): Promise<{ waiting: OutboxRow; file: FileRow | undefined } | undefined> =>
    db.transaction('r', db.outbox, db.files, async () => {
      for (const waiting of await db.outbox.filter(({ upload }) => upload === 1).sortBy('order')) {
        const file = await db.files.get(waiting.id);
        if (laneOf(file) === lane) return { waiting, file };
      }
      return undefined;
    });

  /**
   * Name and keys are on disk before any of the file leaves this device: it is never sealed for this message with other
   * keys.
   */
  async function begin({ id, resume }: OutboxRow): Promise<UploadResume> {
    if (resume) return resume;
    const begun = { name: folder + randomText(limits.uploadPathRandom), secret: newFileSecret() };
    if (!(await save(id, begun))) throw new Fault('CANCELLED');
    return begun;
  }

  /**
   * The message states where its file is stored, and is sent like any other now. One that was discarded meanwhile stays
   * discarded.
   * The file stays here, unless `forget`: to keep it, a browser needs room for it twice.
   */
  async function finish(
    id: string,
    name: string,
    lies: Omit<FileMessage, 'preview'>,
    { forget = false } = {},
  ): Promise<void> {
    const conversationId = await db.transaction('rw', db.messages, db.outbox, db.files, async () => {
      const [message, waiting, row] = await Promise.all([db.messages.get(id), db.outbox.get(id), db.files.get(id)]);
      if (!message || !row || waiting?.upload !== 1) return undefined;
      const { upload: _, resume: _resume, ...kept } = waiting;
      const { resume: _failed, ...file } = row;
      const body = readBody(message.content.message);
      await Promise.all([
        db.messages.update(id, {
          pending: false,
          'content.message': JSON.stringify({ ...body, file: { ...(body['file'] as object), ...lies } }),
        }),
        db.outbox.put(kept),
        forget ? db.files.delete(id) : db.files.put({ ...file, key: name, state: 'here', usedAt: clock.now() }),
      ]);
      return message.conversationId;
    });
    if (conversationId) outbox.start(conversationId);
  }

  /** The message has failed, and those after it may go; a retry resumes the upload. */
  async function refuse(id: string, fault: Fault): Promise<void> {
    const waiting = await db.transaction('rw', db.outbox, db.files, async () => {
      const row = await db.outbox.get(id);
      if (row?.resume) await db.files.update(id, { resume: row.resume });
      return row;
    });
    if (!waiting) return;
    await outbox.fail(id, waiting.conversationId, fault);
    outbox.start(waiting.conversationId);
  }

  /**
   * Uploads the next of a lane; false when there is none, or it has to wait. It is marked as failed when it is refused
   * for good or too many tries failed with an unexpected error, and the next may go.
   * @throws any other error: it keeps its place.
   */
  async function uploadNext(lane: Lane): Promise<boolean> {
    const next = await nextIn(lane);
    if (!next) return false;
    const { waiting, file } = next;
    const { id } = waiting;
    if (pausing.has(id)) return false;
    const stop = new AbortController();
    const over = Promise.withResolvers<void>();
    const progress = fileProgress(say, id, 'upload');
    running.set(id, { stop, over: over.promise });
    try {
      if (!file) throw new Fault('FILE_GONE');
      progress.at(0);
      const resume = await begin(waiting);
      const { name, secret } = resume;
      const { blob, digest } =
        sealed.get(id) ??
        (await sealFile(file.blob, secret, (share) => {
          stop.signal.throwIfAborted();
          progress.at(100 * sealingShare * share);
        }));
      sealed.set(id, { blob, digest });
      const uri = await store.put({
        name,
        sealed: blob,
        checkpoint: resume.checkpoint,
        setting: () => settingFor(name),
        signal: stop.signal,
        progress(share, checkpoint) {
          progress.at(100 * (sealingShare + (1 - sealingShare) * share));
          if (!checkpoint) return;
          // Where it cannot be saved, more of it is uploaded again.
          void save(id, { name, secret, checkpoint }).then(
            (isWanted) => {
              if (!isWanted) stop.abort();
            },
            () => {},
          );
        },
      });
      const lies = { key: secret.key, uri, digest };
      await finish(id, name, lies).catch((thrown: unknown) => {
        if (Fault.of(thrown).code !== 'STORAGE') throw thrown;
        return finish(id, name, lies, { forget: true });
      });
      sealed.delete(id);
      patience.forget(id);
      progress.done();
    } catch (thrown) {
      if (stop.signal.aborted || Fault.of(thrown).code === 'CANCELLED') return true;
      const fault = Fault.of(thrown);
      const pause = fault.kind === 'unforeseen' ? patience.pauseFor(id) : undefined;
      if (pause !== undefined) {
        pausing.run(id, pause, () => start(lane));
        return false;
      }
      if (fault.kind !== 'unforeseen' && fault.kind !== 'business') throw thrown;
      patience.forget(id);
      sealed.delete(id);
      await refuse(id, fault);
    } finally {
      running.delete(id);
      over.resolve();
      progress.end();
    }
    return true;
  }

  async function uploadAll(lane: Lane): Promise<void> {
    try {
      while (!closed && (await uploadNext(lane)));
      if (!closed) await trimFiles(db);
    } catch (thrown) {
      const { kind, code } = Fault.of(thrown);
      if (!closed && kind !== 'session' && code !== 'SIGNED_OUT') tryLater(lane);
    }
  }

  /** While the socket is connected the timer retries, else the reconnect does. */
  function tryLater(lane: Lane): void {
    if (connected()) tryingLater.run(lane, limits.reconnectEvery, () => start(lane));
  }

  const start = (lane: Lane): void => void queue.run([lane], () => uploadAll(lane));
  const goOn = () => lanes.forEach(start);

  return {
    goOn,
    async drop(id, resume) {
      const upload = running.get(id);
      upload?.stop.abort();
      sealed.delete(id);
      patience.forget(id);
      if (pausing.cancel(id)) goOn();
      // An upload in progress may still request permission.
      await upload?.over;
      if (!resume?.checkpoint) return;
      await store.abort(resume.checkpoint, await settingFor(resume.name));
    },
    close() {
      closed = true;
      tryingLater.close();
      pausing.close();
      running.forEach(({ stop }) => stop.abort());
    },
  };
}
