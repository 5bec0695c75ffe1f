// Decodes pictures in a separate process, with limits on time, memory and concurrency.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { isSafeToDecode, readPictureInfo } from '@amber/proto/pictureInfo';
import type { FastifyBaseLogger } from 'fastify';
import { createConcurrencyLimit } from '../core/concurrencyLimit.ts';
import type { ReencodeResult } from './reencodePicture.ts';

const program = join(import.meta.dirname, 'decoderProcess.ts');
/** The process gets none of the gateway's secrets. Windows cannot start a program without SystemRoot. */
const environment = { SystemRoot: process.env.SystemRoot };
/** Milliseconds that an unused process stays alive, because the next picture often follows soon. */
const idleFor = 30_000;

export type Decoder = ReturnType<typeof createDecoder>;

export function createDecoder({
  limits,
  log,
  start = () => fork(program, { serialization: 'advanced', execArgv: [], env: environment, stdio: 'ignore' }),
}: {
  limits: Limits;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Tests pass a process that misbehaves. */
  start?: () => ChildProcess;
}) {
  const runLimited = createConcurrencyLimit({ count: 1, waitingMax: limits.picturesWaitingMax });
  let child: ChildProcess | undefined;
  let idle: NodeJS.Timeout | undefined;

  function stop(): void {
    clearTimeout(idle);
    child?.kill('SIGKILL');
    child = undefined;
  }

  function ensureProcess(): ChildProcess {
    clearTimeout(idle);
    if (child?.connected) return child;
    child = start();
    try {
      setPriority(child.pid!, constants.priority.PRIORITY_BELOW_NORMAL);
    } catch {
      // Lowering the priority is not allowed everywhere; calls and pictures then share the processor equally.
    }
    return child;
  }

  /** @throws the error that ended the process, or a timeout */
  async function decodeInProcess(bytes: Uint8Array): Promise<ReencodeResult> {
    const target = ensureProcess();
    const settled = new AbortController();
    const signal = AbortSignal.any([settled.signal, AbortSignal.timeout(limits.pictureDecodeTimeout)]);
    try {
      const answered = once(target, 'message', { signal });
      const ended = once(target, 'exit', { signal }).then(() => {
        throw new Error('the process that decodes pictures ended');
      });
      target.send(bytes, (error) => error && settled.abort(error));
      return ((await Promise.race([answered, ended])) as [ReencodeResult])[0];
    } catch (error) {
      stop();
      throw error;
    } finally {
      settled.abort();
      idle = setTimeout(stop, idleFor).unref();
    }
  }

  return {
    /**
     * Returns the picture in each size, smallest first.
     * @throws Fault PICTURE_FORMAT, PICTURE_TOO_BIG, PICTURE_BROKEN; UNAVAILABLE when too many wait.
     */
    async decode(bytes: Uint8Array): Promise<Uint8Array[]> {
      const head = readPictureInfo(new Uint8Array(bytes.subarray(0, limits.pictureHeadMax)).buffer);
      if (!head) throw new Fault('PICTURE_FORMAT');
      if (!isSafeToDecode(head)) throw new Fault('PICTURE_TOO_BIG');
      const result = await runLimited(() => decodeInProcess(bytes)).catch((error: unknown): never => {
        if (error instanceof Fault) throw error;
        log.warn({ err: error, kind: head.mime }, 'a picture could not be decoded');
        throw new Fault('PICTURE_BROKEN', { cause: error });
      });
      if ('fault' in result) throw new Fault(result.fault);
      return result.sizes;
    },
    close: stop,
  };
}
