// The source of voice messages: recording, drafts and speech to text of one conversation.
import type { SpeechService, VoiceDraft } from '@amber/client/bus';
import type { ActiveRecording } from '@amber/client/sound';
import type { Quote } from '@amber/proto/bodies';
import type { Observable } from 'rxjs';

export type { SpeechService };

/** The state of a conversion to text that was requested on this page; a stored text is in the message's row. */
export type Transcription =
  | { status: 'idle' }
  | { status: 'processing' | 'success'; text: string }
  | { status: 'error'; sentence: string; canRetry: boolean };

export interface VoiceSource {
  /** Records until the recording is stopped. @throws Fault MIC_NONE, MIC_REFUSED, MIC_TAKEN, MIC_FAILED */
  record(): Promise<ActiveRecording>;
  /** Returns what was recorded and not sent. @throws Fault RECORDED_ELSEWHERE while another tab records, and others */
  draft(): Promise<VoiceDraft | null>;
  /**
   * Whether `send` converts the recording to text first, as for a bot. `cancelConversion` then sends it without. When
   * `send` rejects because the service or the network fails, `sendWithoutText` still works.
   */
  convertsOnSend: boolean;
  /** Sends a draft; a repeated call for the same recording sends nothing twice. @throws Fault */
  send(recording: string, quote: Quote | undefined): Promise<void>;
  /** The same without a conversion. @throws Fault */
  sendWithoutText(recording: string, quote: Quote | undefined): Promise<void>;
  /** Removes a draft. @throws Fault */
  discard(recording: string): Promise<void>;
  /** Converts a draft to text; the draft stays. @throws Fault of `engine.dictate` */
  dictate(draft: VoiceDraft): Promise<string>;
  /** Ends the conversion of a message or a draft. */
  cancelConversion(id: string): void;

  /** Whether speech to text is offered: false once it has turned out not to be set up. */
  isOffered$: Observable<boolean>;
  transcription$(id: string): Observable<Transcription>;
  /** Converts a voice message; `transcription$` reports the result. */
  transcribe(id: string, load: () => Promise<Blob>): void;
  /** Returns the service for which the user has to be asked first; null if there is nothing to ask. @throws Fault */
  consentNeeded(): Promise<SpeechService | null>;
  /** Stores that the user has agreed, for this conversation and this service. */
  giveConsent(service: SpeechService): void;
  copy(text: string): void;
}

/** Loads the source, which most visits never need. All calls return the same source. */
export type LoadVoiceSource = () => Promise<VoiceSource>;
