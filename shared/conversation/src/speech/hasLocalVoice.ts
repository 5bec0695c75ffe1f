// Whether this device has a voice of its own.

/**
 * A voice of a service would send the text away. Some browsers load their voices after the first question, and answer
 * false until then.
 */
export const hasLocalVoice = (): boolean =>
  globalThis.speechSynthesis?.getVoices().some(({ localService }) => localService) ?? false;
