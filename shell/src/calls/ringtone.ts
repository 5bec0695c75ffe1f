// The sound of a call that rings, here or at the other person's. A page that was never touched stays silent: the browser
// decides that.

interface Tone {
  /** Hertz; both sound together. */
  frequencies: readonly number[];
  /** Seconds of sound and of silence, repeated. */
  pattern: readonly [on: number, off: number][];
  volume: number;
}

const tones = {
  incoming: {
    frequencies: [587, 784],
    pattern: [
      [0.35, 0.15],
      [0.35, 1.65],
    ],
    volume: 0.12,
  },
  outgoing: { frequencies: [425], pattern: [[1, 3]], volume: 0.04 },
} satisfies Record<string, Tone>;

/** Seconds in which a tone begins and ends, so that it does not click. */
const ramp = 0.02;

function playTone({ frequencies, pattern, volume }: Tone): () => void {
  const context = new AudioContext();
  const gain = new GainNode(context, { gain: 0 });
  gain.connect(context.destination);
  const oscillators = frequencies.map((frequency) => new OscillatorNode(context, { frequency }));
  for (const oscillator of oscillators) oscillator.connect(gain);
  const length = pattern.reduce((sum, [on, off]) => sum + on + off, 0);
  const schedule = () => {
    let at = context.currentTime;
    for (const [on, off] of pattern) {
      gain.gain.setTargetAtTime(volume, at, ramp);
      gain.gain.setTargetAtTime(0, at + on, ramp);
      at += on + off;
    }
  };
  for (const oscillator of oscillators) oscillator.start();
  schedule();
  const timer = setInterval(schedule, length * 1_000);
  return () => {
    clearInterval(timer);
    void context.close();
  };
}

/** Rings until the returned function is called. Of several tabs that are called, one sounds. */
export function ring(kind: keyof typeof tones): () => void {
  const stopped = Promise.withResolvers<void>();
  const sound = async () => {
    const stop = playTone(tones[kind]);
    await stopped.promise;
    stop();
  };
  if (kind === 'outgoing') void sound();
  else void navigator.locks.request('amber-ring', { ifAvailable: true }, async (lock) => lock && sound());
  return stopped.resolve;
}
