// Uploads the files of waiting messages: encrypts them on the device, and resumes after every interruption.
import type { FileRow, OutboxRow, UploadResume } from '@amber/client/db';
import type { FileMessage, UploadSetting } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { objectNameOf } from '@amber/proto/objectName';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { AccountContext } from '../kit/accountContext.ts';
import { fileUriOf } from '../rows/fileReleaseQueue.ts';
import { randomText } from '../keys/bytes.ts';
import { newFileSecret, type SealedFile, sealFile } from '../sealing/file.ts';
import { trimFiles } from './fileCache.ts';
import { createFileProgress } from './fileProgress.ts';
import type { Outbox } from '../out/outbox.ts';
import { createQueueRetries } from '../kit/queueRetries.ts';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import type { FileStore } from './fileStore.ts';

export interface Uploads {
  /** Uploads the waiting files, unless an upload is in progress. */
  flush(): void;
  /**
   * Stops the upload of a removed message, and removes its parts in the store.
   * @throws Fault when that fails; the store itself later removes unfinished uploads.
   */
  drop(id: string, resume: UploadResume | undefined): Promise<void>;
  close(): void;
}

interface UploadsPorts extends Pick<AccountContext, 'db' | 'api' | 'clock' | 'connected' | 'emit'> {
  store: FileStore;
  outbox: Pick<Outbox, 'startSending' | 'fail'>;
}

/**
 * The files of a lane are uploaded one after the other, in the order they were sent. A large file delays only large
 * ones.
 */
const lanes = ['small', 'large'] as const;
type Lane = (typeof lanes)[number];
const largeFrom = 16 * 1_048_576;
const laneOf = (file: FileRow | undefined): Lane => (file && file.blob.size >= largeFrom ? 'large' : 'small');

const folder = 'chat/';

/** The share of the progress bar for encryption; the rest is for the network. */
const sealingShare = 0.1;

const credentialFields = ['accessKeyId', 'accessKeySecret', 'securityToken', 'bucket', 'domain'] as const;

/** @throws Fault REQUEST_FAILED when the text does not contain credentials. */
function parseCredentials(text: string): UploadSetting {
  const credentials = readBody(text);
  if (credentialFields.some((field) => typeof credentials[field] !== 'string')) throw new Fault('REQUEST_FAILED');
  const { pathStyle, region } = credentials;
  // Older gateways name no region, and mean this one.
  const regionOrDefault = typeof region === 'string' && region !== '' ? region : 'cn-shanghai';
  return { ...credentials, pathStyle: pathStyle === true, region: regionOrDefault } as UploadSetting;
}

export function createUploads({ db, api, store, outbox, clock, connected, emit }: UploadsPorts): Uploads {
  const queue = createKeyedQueue();
  /** A lane waits for a message whose upload failed with an unexpected error. */
  const retries = createQueueRetries({ clock, connected });
  const running = new Map<string, { stop: AbortController; finished: Promise<void> }>();
  /** Encrypted files that are not uploaded yet: an unreliable connection must not cause repeated encryption. */
  const sealed = new Map<string, SealedFile>();
  let closed = false;

  const fetchCredentials = async (name: string): Promise<UploadSetting> =>
    parseCredentials((await api.file.uploadInfo({ random: name.slice(folder.length) })).setting);

  /** Persists the state of an upload. False when the message does not wait for an upload any more. */
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
   * The name and the keys are persisted before any of the file leaves this device, so that it is never encrypted for
   * this message with other keys.
   */
  async function prepareUpload({ id, resume }: OutboxRow): Promise<UploadResume> {
    if (resume) return resume;
    const created = { name: folder + randomText(limits.uploadPathRandom), secret: newFileSecret() };
    if (!(await save(id, created))) throw new Fault('CANCELLED');
    return created;
  }

  /**
   * Writes the file's location into the message and starts sending it; a message that was discarded meanwhile stays
   * discarded.
   * The file stays on the device, unless `forget`: to keep it, a browser temporarily needs space for it twice.
   */
  async function completeUpload(
    id: string,
    name: string,
    location: Omit<FileMessage, 'preview'>,
    { forget = false } = {},
  ): Promise<void> {
    const conversationId = await db.transaction('rw', db.messages, db.outbox, db.files, async () => {
      const [message, waiting, row] = await Promise.all([db.messages.get(id), db.outbox.get(id), db.files.get(id)]);
      if (!message || !row || waiting?.upload !== 1) return undefined;
      const { upload: _, resume: _resume, ...rest } = waiting;
      const { resume: _failed, ...file } = row;
      const body = readBody(message.content.message);
      await Promise.all([
        db.messages.update(id, {
          pending: false,
          'content.message': JSON.stringify({ ...body, file: { ...(body['file'] as object), ...location } }),
        }),
        db.outbox.put(rest),
        forget ? db.files.delete(id) : db.files.put({ ...file, key: name, state: 'here', usedAt: clock.now() }),
      ]);
      return message.conversationId;
    });
    if (conversationId) outbox.startSending(conversationId);
  }

  /**
   * Holds the file of a forwarded message, which is stored already, and starts sending the message. A file that the
   * store has no longer is uploaded again if it is on this device.
   * @throws Fault FILE_GONE, and those of the call
   */
  async function holdStoredFile(id: string): Promise<void> {
    const forwarded = await db.messages.get(id);
    const name = forwarded && objectNameOf(fileUriOf(forwarded));
    if (!name) throw new Fault('FILE_GONE');
    const { missing } = await api.file.hold({ names: [name] });
    const conversationId = await db.transaction('rw', db.messages, db.outbox, db.files, async () => {
      const [message, waiting, file] = await Promise.all([db.messages.get(id), db.outbox.get(id), db.files.get(id)]);
      if (!message || waiting?.upload !== 1) return undefined;
      if (missing.length === 0) {
        const { upload: _, ...rest } = waiting;
        await db.outbox.put(rest);
        return message.conversationId;
      }
      if (!file) throw new Fault('FILE_GONE');
      const body = readBody(message.content.message);
      const location = { key: '', uri: '', digest: '' };
      await Promise.all([
        db.files.put({ ...file, key: '', state: 'upload' }),
        db.messages.update(id, {
          pending: true,
          'content.message': JSON.stringify({ ...body, file: { ...(body['file'] as object), ...location } }),
        }),
      ]);
      return undefined;
    });
    if (conversationId) outbox.startSending(conversationId);
  }

  /** Marks the message as failed, which unblocks the messages after it. A retry resumes the upload. */
  async function failUpload(id: string, fault: Fault): Promise<void> {
    const waiting = await db.transaction('rw', db.outbox, db.files, async () => {
      const row = await db.outbox.get(id);
      if (row?.resume) await db.files.update(id, { resume: row.resume });
      return row;
    });
    if (!waiting) return;
    await outbox.fail(id, waiting.conversationId, fault);
    outbox.startSending(waiting.conversationId);
  }

  /**
   * Uploads the next file of a lane. False when there is none, or it has to wait. A message is marked as failed, and
   * the next may go, when it is refused for good or too many attempts failed with an unexpected error.
   * @throws any other error; the file keeps its position in the queue.
   */
  async function uploadNext(lane: Lane): Promise<boolean> {
    const next = await nextIn(lane);
    if (!next) return false;
    const { waiting, file } = next;
    const { id } = waiting;
    if (retries.isBackingOff(id)) return false;
    const stop = new AbortController();
    const finished = Promise.withResolvers<void>();
    const progress = createFileProgress(emit, id, 'upload');
    running.set(id, { stop, finished: finished.promise });
    try {
      if (file?.state !== 'upload') {
        await holdStoredFile(id);
        retries.reset(id);
        return true;
      }
      progress.update(0);
      const resume = await prepareUpload(waiting);
      const { name, secret } = resume;
      const { blob, digest } =
        sealed.get(id) ??
        (await sealFile(file.blob, secret, (share) => {
          stop.signal.throwIfAborted();
          progress.update(100 * sealingShare * share);
        }));
      sealed.set(id, { blob, digest });
      const uri = await store.put({
        name,
        sealed: blob,
        checkpoint: resume.checkpoint,
        requestCredentials: () => fetchCredentials(name),
        signal: stop.signal,
        progress(share, checkpoint) {
          progress.update(100 * (sealingShare + (1 - sealingShare) * share));
          if (!checkpoint) return;
          // If this state cannot be saved, a resumed upload repeats a larger part.
          void save(id, { name, secret, checkpoint }).then(
            (isWanted) => {
              if (!isWanted) stop.abort();
            },
            () => {},
          );
        },
      });
      const location = { key: secret.key, uri, digest };
      await completeUpload(id, name, location).catch((thrown: unknown) => {
        if (Fault.of(thrown).code !== 'STORAGE') throw thrown;
        return completeUpload(id, name, location, { forget: true });
      });
      sealed.delete(id);
      retries.reset(id);
      progress.complete();
    } catch (thrown) {
      if (stop.signal.aborted || Fault.of(thrown).code === 'CANCELLED') return true;
      const fault = Fault.of(thrown);
      if (retries.backOff(id, id, fault, () => start(lane))) return false;
      sealed.delete(id);
      await failUpload(id, fault);
    } finally {
      running.delete(id);
      finished.resolve();
      progress.clear();
    }
    return true;
  }

  async function uploadAll(lane: Lane): Promise<void> {
    try {
      while (!closed && (await uploadNext(lane)));
      if (!closed) await trimFiles(db);
    } catch (thrown) {
      retries.retryLater(lane, thrown, () => start(lane));
    }
  }

  const start = (lane: Lane): void => void queue.run([lane], () => uploadAll(lane));
  const flush = () => lanes.forEach(start);

  return {
    flush,
    async drop(id, resume) {
      const upload = running.get(id);
      upload?.stop.abort();
      sealed.delete(id);
      retries.reset(id);
      if (retries.endWait(id)) flush();
      // An upload in progress may still request credentials.
      await upload?.finished;
      if (!resume?.checkpoint) return;
      await store.abort(resume.checkpoint, await fetchCredentials(resume.name));
    },
    close() {
      closed = true;
      retries.close();
      running.forEach(({ stop }) => stop.abort());
    },
  };
}
