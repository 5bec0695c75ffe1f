import type { RecordingState } from '@amber/client/remote';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { expect, it, vi } from 'vitest';
import { microphoneFault } from './microphoneFault.ts';
import { createRecorder, type RecorderPorts } from './recorder.ts';
import { fakeMicrophone } from './testing/fakeMicrophone.ts';

const conversationId = 'chat';
const second = limits.speechSampleRate;

/** A recorder whose engine keeps the samples of each recording. */
function setUp(microphone = fakeMicrophone(), more: Partial<RecorderPorts> = {}) {
  const drafts = new Map<string, number>();
  let ids = 0;
  const page = new EventTarget();
  const pausePlayback = vi.fn();
  const recorder = createRecorder({
    openMicrophone: microphone.open,
    engine: {
      async appendVoice({ recording, at, pcm }) {
        drafts.set(recording, Math.max(drafts.get(recording) ?? 0, at + pcm.length));
        return { duration: 0 };
      },
      async discardVoice({ recording }) {
        drafts.delete(recording);
      },
    },
    newId: () => `recording ${(ids += 1)}`,
    wait: async () => {},
    pausePlayback,
    page,
    ...more,
  });
  const start = async () => {
    const recording = await recorder.start({ conversationId });
    const states: RecordingState[] = [];
    recording.state$.subscribe((state) => states.push(state));
    return { recording, states, now: () => states.at(-1)! };
  };
  return { microphone, recorder, drafts, page, pausePlayback, start };
}

it('R194 records until it is stopped, and shows the level and the time', async () => {
  const { microphone, drafts, start, pausePlayback } = setUp(fakeMicrophone({ last: new Int16Array(400) }));
  const { recording, states, now } = await start();
  expect(pausePlayback).toHaveBeenCalledOnce();
  expect(now()).toEqual({ status: 'recording', duration: 0, level: 0, levels: [] });
  for (let block = 0; block < 100; block += 1) microphone.speak(800, block % 2 ? 0 : 10_000);
  expect(now()).toMatchObject({ status: 'recording', duration: 5_000, level: 0 });
  expect(states.at(-2)!.level).toBeCloseTo(0.83, 1);
  expect(now().levels).toHaveLength(limits.waveformMax);
  await recording.stop();
  expect(now()).toMatchObject({ status: 'stopped', duration: 5_025, level: 0 });
  // The samples that arrived while the microphone was closed belong to it.
  expect(drafts).toEqual(new Map([['recording 1', 5 * second + 400]]));
  expect(microphone.log).toEqual(['open', 'close']);
  microphone.speak(800);
  await recording.stop();
  expect(drafts.get('recording 1')).toBe(5 * second + 400);
});

it.each([
  ['refused', 'NotAllowedError', 'MIC_REFUSED'],
  ['none there', 'NotFoundError', 'MIC_NONE'],
  ['taken by another program', 'NotReadableError', 'MIC_TAKEN'],
  ['broken', 'InvalidStateError', 'MIC_FAILED'],
])('R194 a microphone that is %s has its own fault', async (_, name, code) => {
  const openMicrophone = async () => {
    throw microphoneFault(new DOMException('no sound', name));
  };
  const { recorder, drafts } = setUp(fakeMicrophone(), { openMicrophone });
  await expect(recorder.start({ conversationId })).rejects.toMatchObject({ code });
  expect(drafts.size).toBe(0);
});

it('a page without https has no microphone at all', () => {
  expect(microphoneFault(new TypeError('mediaDevices is undefined')).code).toBe('MIC_FAILED');
});

it('R194 a microphone that is lost in the middle ends it, and what was recorded is kept', async () => {
  const { microphone, drafts, start } = setUp();
  const { recording, now } = await start();
  microphone.speak(second);
  microphone.lose();
  expect(now()).toMatchObject({ status: 'lost', duration: 1_000 });
  await recording.stop();
  expect(now().status).toBe('lost');
  expect(drafts.get(recording.id)).toBe(second);
  expect(microphone.log).toEqual(['open', 'close']);
});

it('R194 pauses and resumes', async () => {
  const { microphone, start, pausePlayback } = setUp();
  const { recording, now } = await start();
  microphone.speak(second);
  recording.pause();
  expect(now()).toMatchObject({ status: 'paused', duration: 1_000, level: 0 });
  recording.resume();
  expect(now()).toMatchObject({ status: 'recording', duration: 1_000 });
  expect(pausePlayback).toHaveBeenCalledTimes(2);
  await Promise.resolve();
  expect(microphone.log).toEqual(['open', 'pause', 'resume']);
  await recording.stop();
  recording.resume();
  expect(now().status).toBe('stopped');
});

it('R194 a phone call pauses it until it is resumed', async () => {
  const { microphone, start } = setUp();
  const { recording, now } = await start();
  microphone.speak(second);
  microphone.interrupt();
  expect(now()).toMatchObject({ status: 'interrupted', duration: 1_000, level: 0 });
  recording.resume();
  expect(now().status).toBe('recording');
  recording.pause();
  microphone.interrupt(); // it is paused already
  expect(now().status).toBe('paused');
  await Promise.resolve();
  expect(microphone.log).toEqual(['open', 'pause', 'resume', 'pause']);
});

it('R194 ends by itself after the longest duration', async () => {
  const { microphone, drafts, start } = setUp(fakeMicrophone({ last: new Int16Array(800) }));
  const { recording, now } = await start();
  for (let minute = 0; minute < 16; minute += 1) microphone.speak(60 * second);
  expect(now()).toMatchObject({ status: 'stopped', duration: limits.voiceMax });
  await recording.stop();
  expect(drafts.get(recording.id)).toBe((limits.voiceMax * second) / 1_000);
  expect(now().duration).toBe(limits.voiceMax);
});

it('R194 a cancelled recording leaves no draft', async () => {
  const { microphone, drafts, start } = setUp();
  const { recording, now } = await start();
  microphone.speak(3 * second);
  await recording.cancel();
  expect(now().status).toBe('stopped');
  expect(drafts.size).toBe(0);
  expect(microphone.log).toEqual(['open', 'close']);
});

it('R194 keeps recording while the engine restarts', async () => {
  const engine = { isAway: true, samples: 0, calls: 0 };
  const { microphone, start } = setUp(fakeMicrophone(), {
    engine: {
      async appendVoice({ at, pcm }) {
        engine.calls += 1;
        if (engine.isAway) throw new Fault('NO_RESPONSE');
        engine.samples = at + pcm.length;
        return { duration: 0 };
      },
      async discardVoice() {},
    },
    wait: () => new Promise((resolve) => setTimeout(resolve)),
  });
  const { recording, now } = await start();
  microphone.speak(second);
  microphone.speak(second);
  await expect.poll(() => engine.calls).toBeGreaterThan(20);
  const stopped = recording.stop();
  expect(now()).toMatchObject({ status: 'stopped', duration: 2_000 });
  expect(engine.samples).toBe(0);
  engine.isAway = false;
  await stopped;
  expect(engine.samples).toBe(2 * second);
});

it.each(['STORAGE', 'NO_RESPONSE'])(
  'R194 an engine that can store nothing more ends it, and `stop` says why: %s',
  async (code) => {
    const engine = { isFull: true, samples: 0 };
    const { microphone, start } = setUp(fakeMicrophone(), {
      engine: {
        async appendVoice({ at, pcm }) {
          if (engine.isFull) throw new Fault(code);
          engine.samples = at + pcm.length;
          return { duration: 0 };
        },
        discardVoice: async () => {},
      },
    });
    const { recording, now } = await start();
    if (code === 'STORAGE') {
      microphone.speak(second);
      await expect.poll(() => now().status).toBe('failed');
    } else microphone.speak(second / 10); // too short for a call
    await expect(recording.stop()).rejects.toMatchObject({ code });
    engine.isFull = false;
    await recording.stop();
    expect(engine.samples).toBe(code === 'STORAGE' ? second : second / 10);
    expect(microphone.log).toEqual(['open', 'close']);
  },
);

it('R194 it can be cancelled while its end cannot be stored', async () => {
  const { microphone, start } = setUp(fakeMicrophone(), {
    engine: {
      appendVoice: () => Promise.reject(new Fault('NO_RESPONSE')),
      discardVoice: async () => {},
    },
    wait: () => new Promise((resolve) => setTimeout(resolve)),
  });
  const { recording } = await start();
  microphone.speak(second);
  const stopped = recording.stop();
  await recording.cancel();
  await stopped;
});

it('R194 a page that is left posts the last samples, and releases the microphone', async () => {
  const { microphone, drafts, page, start } = setUp();
  const { recording, now } = await start();
  microphone.speak(1_600); // less than one call takes
  page.dispatchEvent(new Event('pagehide'));
  expect(drafts.get(recording.id)).toBe(1_600); // in the same turn
  expect(now().status).toBe('stopped');
  await recording.stop();
  expect(microphone.log).toEqual(['open', 'close']);
});

it('R194 a second recording ends the first, whose draft stays', async () => {
  const { microphone, drafts, start } = setUp();
  const first = await start();
  microphone.speak(second);
  const next = await start();
  expect(first.now().status).toBe('stopped');
  microphone.speak(2 * second);
  await next.recording.stop();
  expect(drafts).toEqual(
    new Map([
      ['recording 1', second],
      ['recording 2', 2 * second],
    ]),
  );
});
