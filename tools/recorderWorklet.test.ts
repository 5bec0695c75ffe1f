import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { rspack } from '@rspack/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recorderWorklet } from './rspack/host.ts';
import { root } from './run.ts';

interface Processor {
  port: { onmessage(): void; postMessage(block: Int16Array | null): void };
  process(inputs: Float32Array[][]): boolean;
}

let folder: string;
let script: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'amber-worklet-'));
  const config = recorderWorklet(join(root, 'shell'));
  await new Promise<void>((resolve, reject) => {
    const compiler = rspack({ ...config, output: { ...config.output, path: folder } });
    compiler.run((error, stats) => {
      if (error ?? stats?.hasErrors()) reject(error ?? new Error(stats?.toString()));
      else compiler.close(() => resolve());
    });
  });
  script = readFileSync(join(folder, 'recorderWorklet.js'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the built file with the few names that the scope of a worklet has. */
function start(sampleRate: number) {
  const posted: (Int16Array | null)[] = [];
  class AudioWorkletProcessor {
    port = { postMessage: (block: Int16Array | null) => posted.push(block) };
  }
  let Registered: (new () => Processor) | undefined;
  runInNewContext(script, {
    sampleRate,
    AudioWorkletProcessor,
    registerProcessor: (name: string, processor: new () => Processor) => {
      if (name === 'recorder') Registered = processor;
    },
  });
  return { processor: new Registered!(), posted };
}

it.each([16_000, 44_100, 48_000])('R144 R194 the built worklet records a second at %i Hz', (rate) => {
  const { processor, posted } = start(rate);
  expect(processor.process([])).toBe(true); // no microphone is connected yet
  for (let at = 0; at < rate; at += 128) {
    const block = Float32Array.from({ length: 128 }, (_, i) => Math.sin((2 * Math.PI * 440 * (at + i)) / rate));
    expect(processor.process([[block]])).toBe(true);
  }
  processor.port.onmessage();
  expect(processor.process([[new Float32Array(128)]])).toBe(false);
  expect(posted.at(-1)).toBeNull();
  const blocks = posted.slice(0, -1) as Int16Array[];
  expect(blocks.slice(0, -1).every(({ length }) => length === 1_600)).toBe(true);
  const samples = blocks.flatMap((block) => [...block]);
  expect(Math.abs(samples.length - 16_000)).toBeLessThan(200);
  const middle = samples.slice(1_000, 15_000);
  const rms = Math.sqrt(middle.reduce((sum, x) => sum + x * x, 0) / middle.length);
  expect(rms / 32_767).toBeCloseTo(Math.SQRT1_2, 2);
});

it('R165 it is one small file', () => {
  expect(script.length).toBeLessThan(5_000);
});
