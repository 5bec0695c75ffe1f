// The voice sources of the gallery: recordings of a generated level, and conversions that stay in their state.
import type { VoiceDraft } from '@amber/client/bus';
import type { ActiveRecording, RecordingState } from '@amber/client/sound';
import { BehaviorSubject, filter, interval, map, of } from 'rxjs';
import type { VoiceBarProps } from '../composer/Composer.tsx';
import { RecordingBar } from '../composer/RecordingBar.tsx';
import type { LoadVoiceSource, Transcription, VoiceSource } from '../kit/voiceSource.ts';
import { transcriptions } from './gallerySamples.ts';

const every = 50;
const idle: Transcription = { status: 'idle' };

const sampleDraft: VoiceDraft = {
  recording: 'sample',
  duration: 14_000,
  waveform: Array.from({ length: 64 }, (_, at) => Math.round(31 * Math.abs(Math.sin(at / 5)))),
  blob: new Blob([]),
};

function sampleRecording(): ActiveRecording {
  const status$ = new BehaviorSubject<RecordingState['status']>('recording');
  let levels: number[] = [];
  let duration = 0;
  return {
    id: 'sample',
    state$: interval(every).pipe(
      filter(() => status$.value !== 'stopped'),
      map(() => {
        const level = status$.value === 'paused' ? 0 : Math.abs(Math.sin(duration / 400) * Math.sin(duration / 1_700));
        if (status$.value === 'recording') {
          duration += every;
          levels = [...levels, level].slice(-100);
        }
        return { status: status$.value, duration, level, levels };
      }),
    ),
    pause: () => status$.next('paused'),
    resume: () => status$.next('recording'),
    stop: async () => status$.next('stopped'),
    cancel: async () => status$.next('stopped'),
  };
}

function createSource(first: VoiceDraft | null): VoiceSource {
  let draft = first;
  return {
    async record() {
      draft = sampleDraft;
      return sampleRecording();
    },
    draft: async () => draft,
    convertsOnSend: false,
    async send() {
      draft = null;
    },
    async sendWithoutText() {
      draft = null;
    },
    async discard() {
      draft = null;
    },
    dictate: async () => 'The engine ran through the night.',
    cancelConversion() {},
    isOffered$: of(true),
    transcription$: (id) => of(transcriptions.get(id) ?? idle),
    transcribe() {},
    consentNeeded: async () => ({ provider: 'iat', host: 'speech.example' }),
    giveConsent() {},
    copy() {},
  };
}

const source = createSource(null);
const draftSource = createSource(sampleDraft);

export const loadGalleryVoice: LoadVoiceSource = async () => source;
const loadDraft: LoadVoiceSource = async () => draftSource;

export const GalleryVoiceBar = (props: VoiceBarProps) => (
  <RecordingBar {...props} loadSource={loadGalleryVoice} saveDraft={() => {}} />
);
export const GalleryDraftBar = (props: VoiceBarProps) => (
  <RecordingBar {...props} loadSource={loadDraft} saveDraft={() => {}} />
);
