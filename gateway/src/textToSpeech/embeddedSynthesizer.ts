// Speaks English and Mandarin on this server: with espeak-ng where it is installed, else with its build in WebAssembly.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { createChildProcess, startProgram } from '../core/childProcess.ts';
import { createEspeakProgram, type EspeakPrograms, findEspeak } from './espeakProgram.ts';
import type { Pcm, Synthesizer } from './synthesizer.ts';
import type { SpeechTask } from './synthesizerProcess.ts';

const program = join(import.meta.dirname, 'synthesizerProcess.ts');
/** The library makes much garbage. With a small young generation, the process needs less than half the memory. */
const frugal = ['--max-semi-space-size=1', '--expose-gc'];

/** Ids are stored with bots. `variant`: how eSpeak changes the voice of a language. */
const voices = [
  { id: 'clara', name: 'Clara', variant: 'f2' },
  { id: 'david', name: 'David', variant: 'm3' },
  { id: 'emma', name: 'Emma', variant: 'f5' },
  { id: 'martin', name: 'Martin', variant: 'm7' },
] as const;

/** Text with Chinese characters is Mandarin, in which eSpeak also reads English words; all other text is English. */
const languageOf = (text: string): string => (/\p{Script=Han}/u.test(text) ? 'cmn' : 'en');

interface EmbeddedPorts {
  limits: Limits;
  /** The installed programs; tests pass others. */
  espeak?: EspeakPrograms | null;
  /** Tests pass a process that misbehaves. */
  start?: () => ChildProcess;
}

export function createEmbeddedSynthesizer({
  limits,
  espeak = findEspeak(),
  start = () => startProgram(program, frugal),
}: EmbeddedPorts): Synthesizer & { close(): void } {
  const { ask, close } = espeak
    ? createEspeakProgram(espeak, limits)
    : createChildProcess<SpeechTask, Pcm>({
        purpose: 'speaks',
        start,
        timeout: limits.synthesisTimeout,
        waitingMax: limits.synthesesWaitingMax,
      });
  return {
    name: espeak ? 'eSpeak NG' : 'eSpeak NG (built in)',
    host: '',
    voices: voices.map(({ id, name }) => ({ id, name })),
    async synthesize({ text, voice, signal }) {
      const { variant } = voices.find(({ id }) => id === voice) ?? voices[0];
      try {
        return Int16Array.from(await ask({ text, voice: `${languageOf(text)}+${variant}` }, signal));
      } catch (cause) {
        signal.throwIfAborted();
        throw new Fault('VOICE_FAILED', { cause });
      }
    },
    cloning: null,
    close,
  };
}
