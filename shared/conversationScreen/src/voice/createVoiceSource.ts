// The voice source of a conversation: the engine, the host's sound service and the speech service that is set up.
import { copyText } from '@amber/client/copyText';
import type { Speech, SpeechService } from '@amber/client/bus';
import { type ConversationRow, isSealedChat } from '@amber/client/rows';
import { api, engine, events$, newMessageId } from '@amber/client/engine';
import { getVoiceErrorMessage } from '@amber/client/getVoiceErrorMessage';
import { accountDb } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import type { ActiveRecording, HostSound } from '@amber/client/sound';
import { storedText, storeText } from '@amber/client/storage';
import type { Transcription, VoiceSource } from '@amber/conversation/voiceSource';
import type { Quote } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { BehaviorSubject, distinctUntilChanged, EMPTY, interval, map, switchMap } from 'rxjs';

const idle: Transcription = { status: 'idle' };

/** Whether speech to text is offered, for each page: the host lends one sound service to all of its conversations. */
const offers = new WeakMap<HostSound, BehaviorSubject<boolean>>();

function offerOf(sound: HostSound): BehaviorSubject<boolean> {
  const offer$ = offers.get(sound) ?? new BehaviorSubject(true);
  offers.set(sound, offer$);
  return offer$;
}

const toConsent = ({ provider, host }: SpeechService): string => `${provider} ${host}`;

/** A paused recording sends no samples, so it shows in another way that it is not over. */
const renewWhilePaused = ({ id, state$ }: ActiveRecording, conversationId: string) =>
  state$
    .pipe(
      map(({ status }) => status === 'paused' || status === 'interrupted'),
      distinctUntilChanged(),
      switchMap((isPaused) => (isPaused ? interval(limits.voiceLease / 3) : EMPTY)),
    )
    .subscribe(() => {
      void engine.appendVoice({ conversationId, recording: id, at: 0, pcm: new Int16Array() }).catch(() => {});
    });

/** Reads the row anew, because encryption can be switched while the conversation is open. */
async function readConversation(conversationId: string): Promise<ConversationRow> {
  const conversation = await accountDb()?.conversations.get(conversationId);
  if (!conversation) throw new Fault('NOT_MEMBER');
  return conversation;
}

/** Creates the source of one conversation; its type and its space never change. */
export function createVoiceSource(conversation: ConversationRow, sound: HostSound): VoiceSource {
  const { conversionId: conversationId } = conversation;
  const me = session$.value?.identifier ?? '';
  const isBot = conversation.type === 'robot';
  const consentKey = `amber-speech-consent ${me} ${conversationId}`;
  /** The message id of each recording that was sent: a retry must not become a second message. */
  const messageIds = new Map<string, string>();
  const transcriptions$ = new BehaviorSubject<ReadonlyMap<string, Transcription>>(new Map());
  const isOffered$ = offerOf(sound);
  const setTranscription = (id: string, transcription: Transcription) =>
    transcriptions$.next(new Map(transcriptions$.value).set(id, transcription));
  /** Drafts whose conversion was cancelled, perhaps before the call of the engine has begun. */
  const cancelled = new Set<string>();
  /** The consent that was given here: the browser's storage may be blocked. */
  let agreed = '';
  /** The recording that was made here last. */
  let recorded = '';
  const stateOf = (id: string) => transcriptions$.value.get(id) ?? idle;

  function toFailure(thrown: unknown): Transcription {
    const { code } = Fault.of(thrown);
    return code === 'CANCELLED' ? idle : { status: 'error', sentence: getVoiceErrorMessage(thrown), canRetry: true };
  }

  const readDraft = () => engine.voiceDraft({ conversationId, ...(recorded && { recording: recorded }) });

  /** @throws Fault SPEECH_NOT_SET_UP, and those of the network */
  async function speechService(): Promise<SpeechService> {
    const { provider, host } = await api.speech.settings({});
    const isSetUp = provider === 'iat' || provider === 'relay';
    // The fault is shown where the conversion was requested; nothing else on this page offers it any more.
    isOffered$.next(isSetUp);
    if (isSetUp) return { provider, host };
    throw new Fault('SPEECH_NOT_SET_UP');
  }

  /** Returns the service for which the user has to be asked first; undefined if there is nothing to ask. */
  async function missingConsent(service: SpeechService): Promise<SpeechService | undefined> {
    if ([agreed, storedText(consentKey)].includes(toConsent(service))) return undefined;
    return isSealedChat(await readConversation(conversationId), me) ? service : undefined;
  }

  /**
   * Decodes a sound for the service that may hear it.
   * @throws Fault SPEECH_CHANGED when the user has agreed to another service; SPEECH_NOT_SET_UP, FILE_CORRUPT, and
   * those of the network
   */
  async function prepareSpeech(blob: Blob): Promise<Speech> {
    const service = await speechService();
    if (await missingConsent(service)) throw new Fault('SPEECH_CHANGED');
    return { service, pcm: new Blob([await sound.decode(blob)]) };
  }

  /** Returns what the engine converts for a bot; undefined if no other attempt could convert it. */
  async function speechForBot(): Promise<Speech | undefined> {
    const draft = await readDraft();
    if (!draft) return undefined;
    return prepareSpeech(draft.blob).catch((thrown: unknown) => {
      if (['SPEECH_NOT_SET_UP', 'FILE_CORRUPT'].includes(Fault.of(thrown).code)) return undefined;
      throw thrown;
    });
  }

  async function sendRecording(recording: string, quote: Quote | undefined, speech?: Speech): Promise<void> {
    const id = messageIds.get(recording) ?? newMessageId();
    messageIds.set(recording, id);
    await engine.sendVoice({ id, conversationId, recording, ...(quote && { quote }), ...(speech && { speech }) });
  }

  async function convert(id: string, load: () => Promise<Blob>): Promise<void> {
    setTranscription(id, { status: 'processing', text: '' });
    // The engine emits the text so far; the call returns the whole.
    const progress = events$.subscribe((event) => {
      if (event.type === 'transcription' && event.id === id && event.status === 'processing')
        setTranscription(id, { status: 'processing', text: event.text });
    });
    try {
      const speech = await prepareSpeech(await load());
      // It may have been cancelled while the file was loading.
      if (stateOf(id).status !== 'processing') return;
      const { text } = await engine.transcribe({ id, ...speech });
      setTranscription(id, { status: 'success', text });
    } catch (thrown) {
      setTranscription(id, toFailure(thrown));
    } finally {
      progress.unsubscribe();
    }
  }

  return {
    convertsOnSend: isBot,
    async record() {
      const active = await sound.recorder.start({ conversationId });
      recorded = active.id;
      // It ends with the recording, whose state never changes again.
      renewWhilePaused(active, conversationId);
      return active;
    },
    draft: readDraft,
    async send(recording, quote) {
      cancelled.delete(recording);
      // A bot gets the text of the recording as well; the engine makes it.
      const speech = isBot ? await speechForBot() : undefined;
      await sendRecording(recording, quote, cancelled.has(recording) ? undefined : speech);
    },
    sendWithoutText: (recording, quote) => sendRecording(recording, quote),
    discard: (recording) => engine.discardVoice({ conversationId, recording }),
    async dictate({ recording, blob }) {
      cancelled.delete(recording);
      const speech = await prepareSpeech(blob);
      if (cancelled.has(recording)) throw new Fault('CANCELLED');
      return (await engine.dictate({ recording, ...speech })).text;
    },
    cancelConversion(id) {
      if (stateOf(id).status === 'processing') setTranscription(id, idle);
      cancelled.add(id);
      // A recording that is being sent is converted under the id of its message.
      void engine.cancelTranscription({ id: messageIds.get(id) ?? id }).catch(() => {});
    },
    isOffered$,
    transcription$: (id) =>
      transcriptions$.pipe(
        map((all) => all.get(id) ?? idle),
        distinctUntilChanged(),
      ),
    transcribe(id, load) {
      if (stateOf(id).status !== 'processing') void convert(id, load);
    },
    consentNeeded: async () => (await missingConsent(await speechService())) ?? null,
    giveConsent(service) {
      agreed = toConsent(service);
      storeText(consentKey, agreed);
    },
    copy: (text) => void copyText(text),
  };
}
