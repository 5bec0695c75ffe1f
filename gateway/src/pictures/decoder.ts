// Decodes pictures in a separate process, with limits on time, memory and concurrency.
import type { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { Fault } from '@amber/proto/faults';
import type { Limits } from '@amber/proto/limits';
import { isSafeToDecode, readPictureInfo } from '@amber/proto/pictureInfo';
import type { FastifyBaseLogger } from 'fastify';
import { createChildProcess, startProgram } from '../core/childProcess.ts';
import type { ReencodeResult } from './reencodePicture.ts';

const program = join(import.meta.dirname, 'decoderProcess.ts');

export type Decoder = ReturnType<typeof createDecoder>;

export function createDecoder({
  limits,
  log,
  start = () => startProgram(program),
}: {
  limits: Limits;
  log: Pick<FastifyBaseLogger, 'warn'>;
  /** Tests pass a process that misbehaves. */
  start?: () => ChildProcess;
}) {
  const decoding = createChildProcess<Uint8Array, ReencodeResult>({
    purpose: 'decodes pictures',
    start,
    timeout: limits.pictureDecodeTimeout,
    waitingMax: limits.picturesWaitingMax,
  });

  return {
    /**
     * Returns the picture in each size, smallest first.
     * @throws Fault PICTURE_FORMAT, PICTURE_TOO_BIG, PICTURE_BROKEN; UNAVAILABLE when too many wait.
     */
    async decode(bytes: Uint8Array): Promise<Uint8Array[]> {
      const head = readPictureInfo(new Uint8Array(bytes.subarray(0, limits.pictureHeadMax)).buffer);
      if (!head) throw new Fault('PICTURE_FORMAT');
      if (!isSafeToDecode(head)) throw new Fault('PICTURE_TOO_BIG');
      const result = await decoding.ask(bytes).catch((error: unknown): never => {
        if (error instanceof Fault) throw error;
        log.warn({ err: error, kind: head.mime }, 'a picture could not be decoded');
        throw new Fault('PICTURE_BROKEN', { cause: error });
      });
      if ('fault' in result) throw new Fault(result.fault);
      return result.sizes;
    },
    close: decoding.close,
  };
}
