// Recordings that are not sent yet: encoded and stored as they arrive; a crash loses at most the samples in flight.
import { type AccountCalls, ownVoiceDraft } from '@amber/client/bus';
import { readFile, type Quote } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { firstValueFrom, Subject, type Subscription, takeUntil, timer } from 'rxjs';
import { getIdentityRow, getIdentityRows, putIdentityRow, type StoredRecording } from '../keys/identityRows.ts';
import { type Bytes, concat } from '../keys/bytes.ts';
import type { AccountContext } from '../kit/accountContext.ts';
import { createKeyedQueue } from '../kit/keyedQueue.ts';
import type { Outbox } from '../out/outbox.ts';
import { deleteVoiceDraft, partIdOf, partIdsOf } from '../rows/voiceDraft.ts';
import type { Mp3Encoder, Mp3Stream } from './mp3.ts';
import { durationOf, samplesMax } from './samples.ts';
import { addPeaks, noPeaks, toWaveform } from './waveform.ts';

interface RecordingsPorts extends Pick<AccountContext, 'db' | 'clock' | 'now'> {
  outbox: Pick<Outbox, 'send'>;
  mp3: Mp3Encoder;
}

interface SentRecording {
  id: string;
  conversationId: string;
  recording: string;
  quote?: Quote;
}

export interface Recordings {
  append: AccountCalls['appendVoice'];
  draft: AccountCalls['voiceDraft'];
  discard(conversationId: string, recording: string): Promise<void>;
  /** `transcribe` returns the text that the message carries, or undefined. If it rejects, the recording stays. */
  send(message: SentRecording, transcribe: () => Promise<string | undefined>): Promise<void>;
  close(): void;
}

/** The encoder of a recording. */
interface RunningEncoder {
  stream: Mp3Stream;
  /** The samples that are not completely in the returned frames. */
  tail: Int16Array;
  /** The number of samples of this stream that are completely in the returned frames. */
  covered: number;
  /** Frees the encoder when the recording has not grown for some time. */
  expiry?: Subscription;
}

/** A recording that continues later gets another encoder. In milliseconds. */
const encoderTtl = 60_000;

const mime = 'audio/mpeg';
/** Builds that know no voice messages show this name. */
const fileName = 'Voice message.mp3';
const recordingPattern = /^[\w-]{1,64}$/;

function concatSamples(one: Int16Array, other: Int16Array): Int16Array {
  const all = new Int16Array(one.length + other.length);
  all.set(one);
  all.set(other, one.length);
  return all;
}

export function createRecordings({ db, outbox, mp3, clock, now }: RecordingsPorts): Recordings {
  // A recording has one encoder while it grows. After a restart a new one begins with the tail of the recording.
  const encoders = new Map<string, RunningEncoder>();
  const closed$ = new Subject<void>();
  const queue = createKeyedQueue();

  function freeEncoder(recording: string): void {
    encoders.get(recording)?.expiry?.unsubscribe();
    encoders.delete(recording);
  }

  function encode(encoder: RunningEncoder, pcm: Int16Array): Bytes {
    const frames = encoder.stream.encode(pcm);
    const newlyCovered = encoder.stream.covered() - encoder.covered;
    encoder.covered += newlyCovered;
    encoder.tail = concatSamples(encoder.tail, pcm).slice(newlyCovered);
    return frames;
  }

  /** Returns the frames that the stored recording and `pcm` complete, and the encoder with what it holds back. */
  async function encodeNext({ recording, tail }: StoredRecording, pcm: Int16Array) {
    const running = encoders.get(recording);
    const encoder = running ?? { stream: await mp3.start(), tail: new Int16Array(0), covered: 0 };
    freeEncoder(recording);
    encoders.set(recording, encoder);
    encoder.expiry = timer(encoderTtl, clock)
      .pipe(takeUntil(closed$))
      .subscribe(() => encoders.delete(recording));
    return { encoder, frames: encode(encoder, running ? pcm : concatSamples(tail, pcm)) };
  }

  /** Stores the state of a recording and its next part. Must be called inside a transaction that holds `identity`. */
  async function store(conversationId: string, stored: StoredRecording, bytes: Bytes): Promise<StoredRecording> {
    const next = { ...stored, parts: stored.parts + (bytes.length > 0 ? 1 : 0) };
    if (bytes.length > 0) await putIdentityRow(db, 'voicePart:', { bytes }, partIdOf(stored.recording, stored.parts));
    await putIdentityRow(db, 'voiceDraft:', next, conversationId);
    return next;
  }

  const read = (conversationId: string) => getIdentityRow(db, 'voiceDraft:', conversationId);

  async function readSound(stored: StoredRecording): Promise<Bytes[]> {
    const rows = await getIdentityRows(db, 'voicePart:', partIdsOf(stored));
    return rows.flatMap((row) => (row ? [row.bytes] : []));
  }

  /** Returns the recording of the conversation, if it is this one. @throws Fault NO_MESSAGE */
  async function requireRecording(conversationId: string, recording: string): Promise<StoredRecording> {
    const row = await read(conversationId);
    if (row?.recording !== recording) throw new Fault('NO_MESSAGE');
    return row;
  }

  const isFresh = ({ appendedAt }: StoredRecording): boolean => Math.abs(now() - appendedAt) < limits.voiceLease;

  /** Waits until a recording shows whether its page is still there. @throws Fault RECORDED_ELSEWHERE if it is */
  async function waitForEnd(conversationId: string): Promise<void> {
    const before = await read(conversationId);
    if (!before || !isFresh(before)) return;
    await firstValueFrom(timer(limits.voiceLease, clock).pipe(takeUntil(closed$)), { defaultValue: 0 });
    const after = await read(conversationId);
    if (after && after.appendedAt !== before.appendedAt) throw new Fault('RECORDED_ELSEWHERE');
  }

  /**
   * Writes a recording in a transaction, if its row is still the one that was read: the conversation may have been
   * deleted meanwhile. @throws Fault NOT_MEMBER
   */
  const write = <T>(conversationId: string, row: StoredRecording | undefined, task: () => Promise<T>): Promise<T> =>
    db.transaction('rw', db.identity, db.conversations, async () => {
      const [conversation, current] = await Promise.all([db.conversations.get(conversationId), read(conversationId)]);
      const isAllowed = conversation !== undefined || conversationId === ownVoiceDraft;
      if (!isAllowed || current?.recording !== row?.recording) throw new Fault('NOT_MEMBER');
      return task();
    });

  /** Ends the stream of a recording and stores its last frames. */
  async function finish(conversationId: string, stored: StoredRecording): Promise<StoredRecording> {
    if (stored.tail.length === 0) return stored;
    const { encoder, frames } = await encodeNext(stored, new Int16Array(0));
    freeEncoder(stored.recording);
    const bytes = concat(frames, encoder.stream.finish());
    return write(conversationId, stored, () => store(conversationId, { ...stored, tail: new Int16Array(0) }, bytes));
  }

  async function append({ conversationId, recording, at, pcm }: Parameters<Recordings['append']>[0]) {
    const isValid =
      typeof conversationId === 'string' &&
      recordingPattern.test(recording) &&
      Number.isSafeInteger(at) &&
      at >= 0 &&
      pcm instanceof Int16Array;
    if (!isValid) throw new Fault('BAD_REQUEST');
    if (at + pcm.length > samplesMax) throw new Fault('TOO_LARGE');
    const row = await read(conversationId);
    const isNew = row?.recording !== recording;
    if (isNew && at > 0) throw new Fault('BAD_REQUEST');
    if (isNew && row && isFresh(row)) throw new Fault('RECORDED_ELSEWHERE');
    const stored: StoredRecording = isNew
      ? { recording, samples: 0, parts: 0, ...noPeaks, tail: new Int16Array(0), appendedAt: now() }
      : { ...row, appendedAt: now() };
    if (at > stored.samples) throw new Fault('BAD_REQUEST');
    const fresh = pcm.subarray(stored.samples - at);
    if (fresh.length === 0) {
      if (!isNew) await write(conversationId, row, () => putIdentityRow(db, 'voiceDraft:', stored, conversationId));
      return { duration: durationOf(stored.samples) };
    }
    try {
      const { encoder, frames } = await encodeNext(stored, fresh);
      const { samples } = await write(conversationId, row, async () => {
        if (isNew) await deleteVoiceDraft(db, conversationId);
        return store(
          conversationId,
          {
            ...stored,
            ...addPeaks(stored, stored.samples, fresh),
            samples: stored.samples + fresh.length,
            tail: encoder.tail,
          },
          frames,
        );
      });
      if (isNew && row) freeEncoder(row.recording);
      return { duration: durationOf(samples) };
    } catch (thrown) {
      // The encoder is ahead of what is stored.
      freeEncoder(recording);
      throw thrown;
    }
  }

  return {
    append: (request) => queue.run([request.conversationId], () => append(request)),

    async draft({ conversationId, recording }) {
      const found = await read(conversationId);
      if (found?.recording !== recording) await waitForEnd(conversationId);
      return queue.run([conversationId], async () => {
        const stored = await read(conversationId);
        if (!stored) return null;
        // The tail is encoded apart: the recording may continue, and its stream must not be interrupted.
        const tail = stored.tail.length > 0 ? [await mp3.encodeAll(stored.tail)] : [];
        return {
          recording: stored.recording,
          duration: durationOf(stored.samples),
          waveform: toWaveform(stored),
          blob: new Blob([...(await readSound(stored)), ...tail], { type: mime }),
        };
      });
    },

    discard: (conversationId, recording) =>
      queue.run([conversationId], async () => {
        freeEncoder(recording);
        await db.transaction('rw', db.identity, () => deleteVoiceDraft(db, conversationId, recording));
      }),

    async send({ id, conversationId, recording, quote }, transcribe) {
      if (await db.messages.get(id)) return;
      await requireRecording(conversationId, recording);
      // Outside of the queue: it takes as long as the sound, and nothing else has to wait for it.
      const transcript = await transcribe();
      await queue.run([conversationId], async () => {
        if (await db.messages.get(id)) return;
        const stored = await finish(conversationId, await requireRecording(conversationId, recording));
        const blob = new Blob(await readSound(stored), { type: mime });
        const body = readFile({
          type: 'audio',
          message: JSON.stringify({
            file: { key: '', uri: '', digest: '', preview: '' },
            name: fileName,
            size: blob.size,
            mime,
            duration: durationOf(stored.samples),
            voice: true,
            waveform: toWaveform(stored),
            quote,
            transcript,
          }),
        });
        if (!body) throw new Fault('BAD_REQUEST');
        await outbox.send({ id, conversationId, type: 'audio', body }, blob, () =>
          deleteVoiceDraft(db, conversationId, recording),
        );
      });
    },

    close() {
      closed$.next();
      encoders.clear();
    },
  };
}
