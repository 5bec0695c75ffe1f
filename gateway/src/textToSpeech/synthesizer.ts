// The interface of speech synthesis: a service with the OpenAI protocol, or the embedded synthesizer.

/** 16-bit samples of 16 kHz, one channel. */
export type Pcm = Int16Array<ArrayBuffer>;

export interface VoiceSample {
  text: string;
  pcm: Pcm;
}

/** What a service has of a cloned voice, as its ids. The consent outlives the voice unless it is deleted too. */
export interface ServiceVoice {
  voice: string;
  consent: string;
}

/** Imitates the voices of people. */
export interface VoiceCloning {
  /** Leaves nothing at the service if it fails, as far as the service answers. @throws Fault VOICE_FAILED */
  clone(request: {
    /** Unique for each person, and tells the service nothing about them. */
    name: string;
    /** 'en' or 'zh'. */
    language: string;
    /** The sentence that gives the consent, as it was read. */
    consent: VoiceSample;
    samples: readonly VoiceSample[];
  }): Promise<ServiceVoice>;
  /** Deletes both at the service; what does not exist is no error. @throws Fault VOICE_FAILED */
  remove(voice: ServiceVoice): Promise<void>;
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
