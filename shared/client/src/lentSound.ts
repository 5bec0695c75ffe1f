// The sound service of the host, which it lends to the remotes: the recorder and the player of the whole app.
import type { BehaviorSubject, Observable } from 'rxjs';

/** The state of a recording, for the screen. */
export interface RecordingState {
  /**
   * 'interrupted': paused by the system, for example during a phone call. 'lost': the microphone is gone. 'failed': the
   * engine cannot store more. What was recorded is kept in each case.
   */
  status: 'recording' | 'paused' | 'interrupted' | 'stopped' | 'lost' | 'failed';
  /** Milliseconds. */
  duration: number;
  /** The level of the last 100 ms, from 0 to 1. */
  level: number;
  /** The latest levels, oldest first: a live waveform. */
  levels: number[];
}

export interface ActiveRecording {
  readonly id: string;
  state$: Observable<RecordingState>;
  pause(): void;
  resume(): void;
  /** Ends the recording, and resolves once the engine has stored all of it. @throws Fault of `appendVoice` */
  stop(): Promise<void>;
  /** Ends the recording and removes its draft. */
  cancel(): Promise<void>;
}

/** A voice message that the player can play. */
export interface Track {
  /** The id of the message. */
  id: string;
  conversationId: string;
  /** The name of the person who sent it. */
  title: string;
  /** The path of the conversation. */
  path: string;
  /** Milliseconds, as the message says. */
  duration: number;
  load(): Promise<Blob>;
}

export type PlaybackRate = 1 | 1.5 | 2;

export interface PlayerState {
  track: Track | null;
  status: 'loading' | 'playing' | 'paused' | 'failed';
  /** Milliseconds. */
  at: number;
  duration: number;
  rate: PlaybackRate;
}

/** A message that can be read aloud. */
export interface SpeechTrack {
  /** The id of the message. */
  id: string;
  conversationId: string;
  /** The name of the person or bot who wrote it. */
  title: string;
  /** The path of the conversation. */
  path: string;
  /**
   * The text without markup, for a message that only a voice of this device may read: it is encrypted, and no service
   * gets it. Absent for open messages, which the server reads.
   */
  sealedText?: string;
}

export interface SpeechState {
  track: SpeechTrack | null;
  /** 'loading': nothing to play has arrived yet, or not enough of it. */
  status: 'loading' | 'playing' | 'paused' | 'failed';
  /** The code of the fault, with 'failed'. */
  fault: string;
  /** Whether the voice imitates a person's. */
  cloned: boolean;
  /** Milliseconds; the duration is what has arrived so far, or 0 if it is unknown. */
  at: number;
  duration: number;
  /** The sentence that is spoken now, as offsets in the text of the message; both are 0 if it is unknown. */
  textFrom: number;
  textTo: number;
}

export interface HostSound {
  recorder: {
    /**
     * Asks for the microphone and records until `stop`.
     * @throws Fault MIC_NONE, MIC_REFUSED, MIC_TAKEN, MIC_FAILED
     */
    start(target: { conversationId: string }): Promise<ActiveRecording>;
  };
  player: {
    state$: BehaviorSubject<PlayerState>;
    /** Plays a track from `at` ms, by default from where it was left. Whatever else plays on this page pauses. */
    play(track: Track, at?: number): void;
    pause(): void;
    resume(): void;
    seek(ms: number): void;
    setRate(rate: PlaybackRate): void;
    stop(): void;
  };
  /** Reads messages aloud; older hosts lack it. Whatever else plays pauses, in other tabs as well. */
  speech?: {
    state$: BehaviorSubject<SpeechState>;
    /** Speaks a message; one that is paused goes on. */
    speak(track: SpeechTrack): void;
    pause(): void;
    resume(): void;
    stop(): void;
  };
  /** Calls; older hosts lack them. */
  calls?: {
    /**
     * Calls the other person of a private chat, with `video` by a video call; the host shows the call and its faults.
     * If this person is calling, their call is answered instead.
     */
    start(person: { conversationId: string; identifier: string; video?: boolean }): Promise<void>;
  };
  /** Decodes a sound to 16 kHz mono, at most `limits.voiceMax` of it. @throws Fault FILE_CORRUPT */
  decode(blob: Blob): Promise<Int16Array<ArrayBuffer>>;
}

let lent: HostSound | null = null;

/** Sets the sound service. The host calls it before the first render. */
export function lendSound(sound: HostSound): void {
  lent = sound;
}

/**
 * Returns the sound service. Remotes call `hostSound` of `@amber/client/sound` instead, because older hosts lack this
 * function.
 */
export const lentSound = (): HostSound | null => lent;
