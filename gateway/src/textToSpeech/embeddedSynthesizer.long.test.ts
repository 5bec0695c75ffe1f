import { fork } from 'node:child_process';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { limits } from '@amber/proto/limits';
import { writeWav } from '@amber/proto/wav';
import { afterAll, describe, expect, test } from 'vitest';
import { outcomeCode } from '../testing/client.ts';
import { temporaryFolder } from '../testing/gateway.ts';
import { scaledTimeout } from '../testing/machine.ts';
import { createEmbeddedSynthesizer } from './embeddedSynthesizer.ts';
import { findEspeak } from './espeakProgram.ts';

/** Each takes more than a second; `npm run soak` speaks 800. */
const sentenceCount = 8 * Number(process.env['AMBER_RUNS'] ?? 1);

const request = (text: string, voice = 'clara', signal = new AbortController().signal) => ({ text, voice, signal });
const levelOf = (pcm: Int16Array) => Math.sqrt(pcm.reduce((sum, sample) => sum + sample ** 2, 0) / pcm.length);
const secondsOf = (pcm: Int16Array) => pcm.length / limits.speechSampleRate;

describe('the build in WebAssembly', () => {
  const synthesizer = createEmbeddedSynthesizer({ limits, espeak: null });
  afterAll(() => synthesizer.close());

  test.each([
    ['English', 'Good morning. How are you today?', 1.5, 6],
    ['Mandarin', '你好，今天天气很好。', 1.5, 6],
    ['both', '我喜欢 open source 软件。', 1, 8],
    ['Arabic letters, which the English voice spells', 'مرحبا', 0.2, 20],
    ['what looks like an option', '-v de --path=/etc -f /etc/passwd', 1, 15],
    ['a long word', 'x'.repeat(limits.synthesisTextMax), 1, 300],
  ])('R131 speaks %s', async (_, text, least, most) => {
    const pcm = await synthesizer.synthesize(request(text));
    expect(levelOf(pcm)).toBeGreaterThan(500);
    expect(secondsOf(pcm)).toBeGreaterThan(least);
    expect(secondsOf(pcm)).toBeLessThan(most);
  });

  test('R131 the same text has the same sound, and each voice its own', async () => {
    const say = (voice: string) => synthesizer.synthesize(request('The same sentence.', voice));
    expect(await say('clara')).toEqual(await say('clara'));
    const sounds = await Promise.all(synthesizer.voices.map(({ id }) => say(id)));
    expect(new Set(sounds.map((pcm) => Buffer.from(pcm.buffer).toString('base64'))).size).toBe(sounds.length);
    // A bot can have the voice of a service that is not used any more.
    expect(await say('unknown')).toEqual(sounds[0]);
  });

  test('R131 many long sentences need no more memory than one', async () => {
    const long = '天地玄黄，宇宙洪荒。'.repeat(40).slice(0, limits.synthesisTextMax);
    for (let sentences = 0; sentences < sentenceCount; sentences += 1)
      expect(secondsOf(await synthesizer.synthesize(request(long)))).toBeGreaterThan(10);
  });
});

const script = (text: string) => () => fork('', { execArgv: ['-e', text], serialization: 'advanced', stdio: 'ignore' });
const answers = 'process.on("message", () => process.send(new Int16Array(5)))';

describe('a process that misbehaves is killed, and the next sentence has another', () => {
  test.each([
    ['hangs', 'process.on("message", () => {})'],
    ['computes for ever', 'process.on("message", () => { for (;;); })'],
    ['dies', 'process.on("message", () => process.exit(139))'],
  ])('R131 one that %s', async (_, text) => {
    const starts = [script(text), script(answers)];
    const fragile = createEmbeddedSynthesizer({
      limits: { ...limits, synthesisTimeout: scaledTimeout(2_000) },
      espeak: null,
      start: () => starts.shift()!(),
    });
    expect(await outcomeCode(fragile.synthesize(request('x')))).toBe('VOICE_FAILED');
    expect(await fragile.synthesize(request('x'))).toHaveLength(5);
    fragile.close();
  });

  test('R131 one that needs too much memory', async () => {
    const module = new URL('../core/answerMessages.ts', import.meta.url).href;
    const greedy = `import(${JSON.stringify(module)}).then(({ answerMessages }) =>
      answerMessages(300 * 1_048_576, async () => {
        const all = [];
        for (;;) all.push(Buffer.alloc(1_048_576, 1));
      }));`;
    const began = performance.now();
    const fragile = createEmbeddedSynthesizer({ limits, espeak: null, start: script(greedy) });
    expect(await outcomeCode(fragile.synthesize(request('x')))).toBe('VOICE_FAILED');
    expect(performance.now() - began).toBeLessThan(limits.synthesisTimeout / 2);
    fragile.close();
  });

  test('R132 one whose sentence nobody waits for any more, and who waits behind it is served', async () => {
    const starts = [script('process.on("message", () => { for (;;); })'), script(answers)];
    const fragile = createEmbeddedSynthesizer({ limits, espeak: null, start: () => starts.shift()!() });
    const stop = new AbortController();
    const first = fragile.synthesize(request('x', 'clara', stop.signal));
    const second = fragile.synthesize(request('y'));
    stop.abort(new Error('stopped'));
    await expect(first).rejects.toThrow('stopped');
    expect(await second).toHaveLength(5);
    fragile.close();
  });

  test('R131 only so many sentences wait', async () => {
    const busy = createEmbeddedSynthesizer({
      limits: { ...limits, synthesesWaitingMax: 2 },
      espeak: null,
      start: script(answers),
    });
    const codes = await Promise.all(Array.from({ length: 5 }, () => outcomeCode(busy.synthesize(request('x')))));
    expect(codes.toSorted()).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS', 'VOICE_FAILED', 'VOICE_FAILED']);
    busy.close();
  });
});

describe('the program espeak-ng', () => {
  /** A program that runs this script instead of espeak-ng. */
  async function programs(text: string, folder?: string) {
    const into = folder ?? (await temporaryFolder());
    await writeFile(join(into, 'espeak-ng'), `#!/bin/sh\n${text}\n`);
    await chmod(join(into, 'espeak-ng'), 0o755);
    return { into, found: findEspeak(`/nowhere:${into}:${process.env.PATH}`) };
  }

  test('R131 is used where it is installed, with the text on its input and no shell', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'sound.wav'), writeWav(new Int16Array(22_050).fill(9), 22_050));
    const { into, found } = await programs(
      `/bin/cat > ${folder}/text; echo "$@" > ${folder}/arguments; /usr/bin/env > ${folder}/environment; /bin/cat ${folder}/sound.wav`,
    );
    expect(found?.espeak).toBe(join(into, 'espeak-ng'));
    const synthesizer = createEmbeddedSynthesizer({ limits, espeak: found });
    expect(synthesizer.name).toBe('eSpeak NG');
    const text = '-v x; $(touch /tmp/harm) 你好';
    expect(await synthesizer.synthesize(request(text, 'david'))).toHaveLength(16_000);
    expect(await readFile(join(folder, 'text'), 'utf8')).toBe(text);
    expect(await readFile(join(folder, 'arguments'), 'utf8')).toBe('-v cmn+m3 -b 1 --stdin --stdout\n');
    expect(await readFile(join(folder, 'environment'), 'utf8')).not.toMatch(/HOME|AMBER|KEY/);
  });

  test.each([
    ['fails', 'exit 3'],
    ['writes no sound', 'echo no sound'],
    ['hangs', 'exec /bin/sleep 60'],
    ['writes without an end', 'exec /usr/bin/yes'],
  ])('R131 one that %s costs its sentence', async (_, text) => {
    const { found } = await programs(text);
    const synthesizer = createEmbeddedSynthesizer({
      limits: { ...limits, synthesisTimeout: scaledTimeout(2_000) },
      espeak: found,
    });
    expect(await outcomeCode(synthesizer.synthesize(request('x')))).toBe('VOICE_FAILED');
  });

  test('R131 its memory is limited', async () => {
    const folder = await temporaryFolder();
    const { found } = await programs(`ulimit -v > ${folder}/memory; exit 1`);
    await outcomeCode(createEmbeddedSynthesizer({ limits, espeak: found }).synthesize(request('x')));
    expect(Number(await readFile(join(folder, 'memory'), 'utf8')) * 1_024).toBe(limits.synthesisMemory);
  });

  test('R131 without it, or where its memory cannot be limited, the build in WebAssembly speaks', async () => {
    expect(findEspeak('/nowhere')).toBeNull();
    const { into } = await programs('exit 0');
    expect(findEspeak(into)).toBeNull();
  });
});
