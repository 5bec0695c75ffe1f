// The interface of speech synthesis: a service with the OpenAI protocol, or the embedded synthesizer.

/** 16-bit samples of 16 kHz, one channel. */
export type Pcm = Int16Array<ArrayBuffer>;

export interface VoiceSample {
  text: string;
  pcm: Pcm;
}

/** Imitates the voices of people. */
export interface VoiceCloning {
  /** Returns the service's id of the new voice. @throws Fault VOICE_FAILED */
  clone(request: {
    /** Unique for each person, and tells the service nothing about them. */
    name: string;
    /** 'en' or 'zh'. */
    language: string;
    /** The sentence that gives the consent, as it was read. */
    consent: VoiceSample;
    samples: readonly VoiceSample[];
  }): Promise<string>;
  /** Deletes the voice at the service; one that does not exist is no error. @throws Fault VOICE_FAILED */
  remove(voice: string): Promise<void>;
}

export interface Synthesizer {
  /** What computes the voices, as people see it. */
  name: string;
  /** The host of the service that receives the texts; empty if this server computes the voices. */
  host: string;
  /** The default first. */
  voices: readonly { id: string; name: string }[];
  /** Speaks a text of at most `limits.synthesisTextMax` characters. @throws Fault VOICE_FAILED */
  synthesize(request: { text: string; voice: string; signal: AbortSignal }): Promise<Pcm>;
  /** Null where voices cannot be cloned. */
  cloning: VoiceCloning | null;
}
