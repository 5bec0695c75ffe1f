// People's recordings of the sentences from which a voice is cloned.
import type { CheckVoiceEnvReply, Input, VoiceTrainText } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import type { GatewayBase } from '../db/gatewayBase.ts';
import type { Notices } from '../messages/push/notices.ts';
import type { Pcm, Synthesizer, VoiceSample } from '../textToSpeech/synthesizer.ts';
import { lockOwner } from './lockOwner.ts';
import { measureRecording } from './measureRecording.ts';
import { findTrainText, shortestReading, trainLanguageOf, type TrainText, trainTextsOf } from './trainTexts.ts';

interface RecordingPorts extends Pick<GatewayBase, 'db' | 'clock' | 'limits' | 'quotas'> {
  synthesizer: Pick<Synthesizer, 'host'>;
  notices: Pick<Notices, 'lock'>;
}

const sampleBytes = 2;

/** Returns the samples of a recording. @throws Fault BAD_REQUEST for half a sample, or none at all. */
function samplesIn(bytes: Uint8Array): Pcm {
  if (bytes.length === 0 || bytes.length % sampleBytes !== 0) throw new Fault('BAD_REQUEST');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Int16Array.from({ length: bytes.length / sampleBytes }, (_, at) => view.getInt16(at * sampleBytes, true));
}

export type Recordings = ReturnType<typeof createRecordings>;

export function createRecordings({ db, clock, limits, quotas, synthesizer, notices }: RecordingPorts) {
  const { host: service } = synthesizer;

  /** Measuring costs time, so it is limited. @throws Fault TOO_MANY */
  const spendCheck = (owner: string) =>
    quotas.enforce([{ key: `voice check/${owner}`, limit: limits.voiceChecksPerHour }]);

  /** @throws Fault BAD_REQUEST */
  function requireText(id: string): TrainText {
    const text = findTrainText(id, service);
    if (!text) throw new Fault('BAD_REQUEST');
    return text;
  }

  /** The recordings of these sentences that count. A consent counts only for the service that it names. */
  const selectFor = (owner: string, texts: readonly TrainText[]) =>
    db
      .selectFrom('voice_recording')
      .where('owner', '=', owner)
      .where((row) =>
        row.or([
          row(
            'text_id',
            'in',
            texts.map(({ id }) => id),
          ).and('service', '=', service),
          row(
            'text_id',
            'in',
            texts.flatMap(({ id, consent }) => (consent ? [] : [id])),
          ),
        ]),
      );

  return {
    /** Measures a recording and stores nothing. @throws Fault BAD_REQUEST, TOO_MANY */
    async check(owner: string, pcm: Uint8Array): Promise<Input<CheckVoiceEnvReply>> {
      const samples = samplesIn(pcm);
      await spendCheck(owner);
      return measureRecording(samples);
    },

    /** The sentences of a language, with the durations of this person's recordings. */
    async listTexts(owner: string, language: string): Promise<Input<VoiceTrainText>[]> {
      const texts = trainTextsOf(trainLanguageOf(language), service);
      const rows = await selectFor(owner, texts).select(['text_id', 'duration']).execute();
      const durations = new Map(rows.map(({ text_id, duration }) => [text_id, duration]));
      return texts.map(({ id, text, consent }) => ({ id, text, consent, duration: durations.get(id) ?? 0 }));
    },

    /** Stores a good recording; it replaces an earlier one. @throws Fault BAD_REQUEST, TOO_MANY, NO_AUTH */
    async add(owner: string, textId: string, pcm: Uint8Array): Promise<Input<CheckVoiceEnvReply>> {
      const text = requireText(textId);
      const samples = samplesIn(pcm);
      await spendCheck(owner);
      const check = measureRecording(samples, Math.max(limits.voiceRecordingMin, shortestReading(text)));
      if (check.verdict !== 'good') return check;
      const recording = {
        language: text.language,
        service,
        pcm: Buffer.from(pcm),
        duration: Math.round((1_000 * samples.length) / limits.speechSampleRate),
        created_at: clock(),
      };
      await db.transaction().execute(async (tx) => {
        await lockOwner(tx, notices, owner);
        await tx
          .insertInto('voice_recording')
          .values({ owner, text_id: textId, ...recording })
          .onConflict((on) => on.columns(['owner', 'text_id']).doUpdateSet(recording))
          .execute();
      });
      return check;
    },

    /** @throws Fault BAD_REQUEST if this person has no such recording. */
    async find(owner: string, textId: string): Promise<Uint8Array> {
      const row = await db
        .selectFrom('voice_recording')
        .select('pcm')
        .where('owner', '=', owner)
        .where('text_id', '=', textId)
        .executeTakeFirst();
      if (!row) throw new Fault('BAD_REQUEST');
      return row.pcm;
    },

    /** Deletes a recording of this person, or all if the id is empty. One that does not exist is no error. */
    async remove(owner: string, textId: string): Promise<void> {
      await db
        .deleteFrom('voice_recording')
        .where('owner', '=', owner)
        .$if(textId !== '', (query) => query.where('text_id', '=', textId))
        .execute();
    },

    /**
     * The consent and the other recordings of a language.
     * @throws Fault VOICE_RECORDINGS if the consent or too many of the others are missing.
     */
    async collect(owner: string, language: string): Promise<{ consent: VoiceSample; samples: VoiceSample[] }> {
      const texts = trainTextsOf(trainLanguageOf(language), service);
      const rows = await selectFor(owner, texts).select(['text_id', 'pcm']).execute();
      const recorded = texts.flatMap(({ id, text, consent }) => {
        const row = rows.find(({ text_id }) => text_id === id);
        return row ? [{ isConsent: consent, sample: { text, pcm: samplesIn(row.pcm) } }] : [];
      });
      const consent = recorded.find(({ isConsent }) => isConsent)?.sample;
      const samples = recorded.flatMap(({ isConsent, sample }) => (isConsent ? [] : [sample]));
      if (!consent || samples.length < samplesMin) throw new Fault('VOICE_RECORDINGS');
      return { consent, samples };
    },
  };
}

/** The number of recordings, besides the consent, that a clone needs. */
const samplesMin = 4;
