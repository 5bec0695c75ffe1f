import { expect, it, vi } from 'vitest';
import { openMicrophone } from './microphone.ts';

class FakeTrack {
  onended: (() => void) | null = null;
  onmute: (() => void) | null = null;
  muted = false;
  isStopped = false;
  stop(): void {
    this.isStopped = true;
  }
}

interface Browser {
  /** Whether a microphone can be connected to a context of another rate. */
  resamples?: boolean;
  /** Whether the file of the worklet loads. */
  hasWorklet?: boolean;
}

/** A browser whose microphone runs at 48 kHz. */
function setUp({ resamples = true, hasWorklet = true }: Browser = {}) {
  const track = new FakeTrack();
  const contexts: FakeContext[] = [];
  const nodes: FakeNode[] = [];
  const constraints: unknown[] = [];
  class FakeContext {
    isClosed = false;
    state = 'running';
    onstatechange: (() => void) | null = null;
    readonly log: string[] = [];
    readonly destination = {};
    readonly sampleRate: number;
    readonly audioWorklet = {
      addModule: async (url: string) => {
        this.log.push(url);
        if (!hasWorklet) throw new DOMException('no file', 'AbortError');
      },
    };
    constructor({ sampleRate = 48_000 }: { sampleRate?: number } = {}) {
      this.sampleRate = sampleRate;
      contexts.push(this);
    }
    createMediaStreamSource() {
      if (!resamples && this.sampleRate !== 48_000) throw new DOMException('another rate', 'NotSupportedError');
      return { connect: (node: FakeNode) => node };
    }
    setState(state: string) {
      this.state = state;
      this.onstatechange?.();
    }
    async resume() {
      this.log.push('resume');
      this.setState('running');
    }
    async suspend() {
      this.log.push('suspend');
      this.setState('suspended');
    }
    async close() {
      this.isClosed = true;
      this.setState('closed');
    }
  }
  class FakeNode {
    onprocessorerror: (() => void) | null = null;
    readonly port = {
      onmessage: null as ((event: { data: Int16Array | null }) => void) | null,
      postMessage: () => {
        this.port.onmessage!({ data: new Int16Array(7) });
        this.port.onmessage!({ data: null });
      },
    };
    readonly context: FakeContext;
    constructor(context: FakeContext) {
      this.context = context;
      nodes.push(this);
    }
    connect() {}
  }
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('AudioWorkletNode', FakeNode);
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: async (given: unknown) => {
        constraints.push(given);
        return { getTracks: () => [track] };
      },
    },
  });
  const listener = { onSamples: vi.fn<(pcm: Int16Array) => void>(), onLost: vi.fn(), onInterrupted: vi.fn() };
  return { track, contexts, nodes, constraints, listener };
}

it('R144 R194 the browser resamples to 16 kHz, and the last samples come before the microphone is released', async () => {
  const { track, contexts, nodes, constraints, listener } = setUp();
  const microphone = await openMicrophone(listener);
  expect(constraints).toEqual([{ audio: expect.objectContaining({ channelCount: 1 }) }]);
  expect(contexts.map(({ sampleRate }) => sampleRate)).toEqual([16_000]);
  expect(contexts[0]!.log).toEqual(['/chat/recorderWorklet.js', 'resume']);
  nodes[0]!.port.onmessage!({ data: new Int16Array(800) });
  microphone.setPaused(true);
  microphone.setPaused(false);
  expect(contexts[0]!.log.slice(2)).toEqual(['suspend', 'resume']);
  await microphone.close();
  expect(listener.onSamples.mock.calls.map(([pcm]) => pcm.length)).toEqual([800, 7]);
  expect([track.isStopped, contexts[0]!.isClosed]).toEqual([true, true]);
  expect(listener.onLost).not.toHaveBeenCalled();
  expect(listener.onInterrupted).not.toHaveBeenCalled();
});

it('R194 a call that takes the microphone interrupts it, also when it is resumed too early', async () => {
  const { track, contexts, listener } = setUp();
  const microphone = await openMicrophone(listener);
  contexts[0]!.setState('interrupted');
  expect(listener.onInterrupted).toHaveBeenCalledTimes(1);
  microphone.setPaused(true);
  track.muted = true;
  track.onmute!();
  expect(listener.onInterrupted).toHaveBeenCalledTimes(2);
  microphone.setPaused(false);
  expect(listener.onInterrupted).toHaveBeenCalledTimes(3);
  track.muted = false;
  microphone.setPaused(true);
  microphone.setPaused(false);
  expect(listener.onInterrupted).toHaveBeenCalledTimes(3);
});

it('R144 R194 a browser that cannot leaves it to the worklet', async () => {
  const { contexts, listener } = setUp({ resamples: false });
  await openMicrophone(listener);
  expect(contexts.map(({ sampleRate, isClosed }) => [sampleRate, isClosed])).toEqual([
    [16_000, true],
    [48_000, false],
  ]);
});

it('R194 a track that ends, and a processor that fails, is a lost microphone', async () => {
  const { track, nodes, listener } = setUp();
  await openMicrophone(listener);
  track.onended!();
  expect(listener.onLost).toHaveBeenCalledOnce();
  nodes[0]!.onprocessorerror!();
  expect(listener.onLost).toHaveBeenCalledTimes(2);
});

it('R194 without the file of the worklet the microphone is released', async () => {
  const { track, contexts, listener } = setUp({ hasWorklet: false });
  await expect(openMicrophone(listener)).rejects.toMatchObject({ code: 'REQUEST_FAILED' });
  expect([track.isStopped, ...contexts.map(({ isClosed }) => isClosed)]).toEqual([true, true]);
});

it('a page without https has no microphone', async () => {
  const { listener } = setUp();
  vi.stubGlobal('navigator', {});
  await expect(openMicrophone(listener)).rejects.toMatchObject({ code: 'MIC_FAILED' });
});
