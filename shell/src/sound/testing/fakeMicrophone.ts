// A microphone for tests: the test decides what it delivers.
import type { Microphone, MicrophoneListener, OpenMicrophone } from '../microphone.ts';

/** `last` is what it still delivers while it is being closed. */
export function fakeMicrophone({ last = new Int16Array() }: { last?: Int16Array } = {}) {
  let listener: MicrophoneListener | undefined;
  const log: string[] = [];
  const microphone: Microphone = {
    setPaused: (isPaused) => log.push(isPaused ? 'pause' : 'resume'),
    async close() {
      if (last.length > 0) listener?.onSamples(last);
      log.push('close');
    },
  };
  const open: OpenMicrophone = async (given) => {
    log.push('open');
    listener = given;
    return microphone;
  };
  return {
    open,
    log,
    /** Delivers samples of this value. */
    speak: (samples: number, value = 1_000) => listener!.onSamples(new Int16Array(samples).fill(value)),
    lose: () => listener!.onLost(),
    interrupt: () => listener!.onInterrupted(),
  };
}
