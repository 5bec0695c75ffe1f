// Speaks with the program espeak-ng, where it is installed.
import { spawn } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Limits } from '@amber/proto/limits';
import { readWav } from '@amber/proto/wav';
import { createConcurrencyLimit } from '../core/concurrencyLimit.ts';
import { resample } from './resample.ts';
import type { SpeechTask } from './synthesizerProcess.ts';
import type { Pcm } from './synthesizer.ts';

/** Bytes of one sentence: three minutes at 22,050 Hz. */
const bytesMax = 8 * 1_048_576;

export interface EspeakPrograms {
  espeak: string;
  /** Limits the memory of a program. */
  prlimit: string;
}

function findProgram(name: string, path: string): string | undefined {
  return path
    .split(delimiter)
    .filter(Boolean)
    .map((folder) => join(folder, name))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** Null unless both programs are on the path. */
export function findEspeak(path = process.env.PATH ?? ''): EspeakPrograms | null {
  const [espeak, prlimit] = ['espeak-ng', 'prlimit'].map((name) => findProgram(name, path));
  return espeak && prlimit ? { espeak, prlimit } : null;
}

export function createEspeakProgram(
  { espeak, prlimit }: EspeakPrograms,
  limits: Pick<Limits, 'synthesisTimeout' | 'synthesisMemory' | 'synthesesWaitingMax'>,
) {
  const runLimited = createConcurrencyLimit({ count: 1, waitingMax: limits.synthesesWaitingMax });

  /** Starts without a shell; the text goes to the standard input. */
  function run({ text, voice }: SpeechTask, signal: AbortSignal): Promise<Buffer> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const child = spawn(
        prlimit,
        [`--as=${limits.synthesisMemory}`, '--', espeak, '-v', voice, '-b', '1', '--stdin', '--stdout'],
        {
          // The program gets none of the gateway's secrets.
          env: { LC_ALL: 'C.UTF-8' },
          stdio: ['pipe', 'pipe', 'ignore'],
          signal: AbortSignal.any([signal, AbortSignal.timeout(limits.synthesisTimeout)]),
          killSignal: 'SIGKILL',
        },
      );
      const parts: Buffer[] = [];
      let bytes = 0;
      child.stdout.on('data', (part: Buffer) => {
        bytes += part.length;
        parts.push(part);
        if (bytes > bytesMax) child.kill('SIGKILL');
      });
      child.stdin.on('error', () => undefined);
      child.on('error', reject);
      child.on('close', (code) =>
        code === 0 ? resolve(Buffer.concat(parts)) : reject(new Error(`espeak-ng ended with ${code}`)),
      );
      child.stdin.end(text);
    });
  }

  return {
    ask: (task: SpeechTask, signal: AbortSignal): Promise<Pcm> =>
      runLimited(async () => {
        const wav = readWav(await run(task, signal));
        if (!wav) throw new Error('espeak-ng wrote no sound');
        return resample(wav.samples, wav.sampleRate);
      }),
    close: () => undefined,
  };
}
