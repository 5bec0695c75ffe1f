// One device's socket: reads frames, responds to them in order, and sends pushes.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Commands, Messages } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { Fault } from '@amber/proto/faults';
import { FrameReader, nextSequence, type Frame } from '@amber/proto/frame';
import type { Limits } from '@amber/proto/limits';
import { decodeRequest } from '@amber/proto/requests';
import { commands } from '@amber/proto/routes';
import type { RawData, WebSocket } from 'ws';
import type { createCommandLog } from '../http/callLog.ts';
import type { Fanout } from '../../messages/push/fanout.ts';
import type { Listener } from '../../messages/push/listener.ts';
import type { Policy } from '../../api/policy.ts';
import { toClientFault } from '../../core/toClientFault.ts';
import { acceptRequestId, runForRequests } from '../../core/requests.ts';
import { anonymousActor, type Actor } from '../../people/signIn/tokens.ts';
import { createChunkWindow } from './chunkWindow.ts';
import { createCommandThrottle } from './commandThrottle.ts';
import type { Caller, CommandHandlers } from './commands.ts';
import { createFrameQueue, type FrameCounts } from './frameQueue.ts';
import { pushFrame, wireFrame } from '../../core/wireFrame.ts';
import type { VoiceStream } from '../../textToSpeech/voiceStream.ts';

export const closeCodes = {
  unreadable: 1002,
  forbidden: 1008,
  restart: 1012,
  tryAgain: 1013,
  signedOut: 4001,
} as const;

export interface Connection {
  actor: Actor;
  close(code: number, reason: string): void;
}

interface ConnectionPorts {
  ws: WebSocket;
  handlers: CommandHandlers;
  policy: Policy;
  fanout: Fanout;
  limits: Limits;
  onSignIn(connection: Connection): void;
  commandLog: ReturnType<typeof createCommandLog>;
  frameCounts: FrameCounts;
}

/** These codes mean that registering failed for a reason other than the session, so the device must reconnect. */
const retryableCodes = new Set(['UNAVAILABLE', 'UNKNOWN']);
/** Milliseconds that a peer which stopped reading gets to close. */
const closeTimeout = 2_000;

const commandsByNumber = new Map(
  Object.entries(commands)
    .filter(([, { direction }]) => direction === 'up')
    .map(([name, row]) => [row.number as number, { name: name as keyof Commands, ...row }]),
);

export function openConnection({
  ws,
  handlers,
  policy,
  fanout,
  limits,
  onSignIn,
  commandLog,
  frameCounts: counts,
}: ConnectionPorts): Connection {
  const reader = new FrameReader();
  const frameQueue = createFrameQueue({
    ws,
    limits,
    counts,
    onSlow: () => close(closeCodes.tryAgain, 'reads too slowly'),
  });
  let lastSequence = 0;
  const throttle = createCommandThrottle(limits);
  /** The number of commands that wait for earlier ones, and their bytes. */
  const waiting = { commands: 0, bytes: 0 };
  /** Empty until the device sends its id with register. */
  let request = acceptRequestId(undefined);
  let commandQueue: Promise<void> = Promise.resolve();
  let listener: Listener | undefined;
  // The connection tolerates two missed heartbeats.
  const silenceTimeout = 2 * limits.heartbeatEvery + limits.heartbeatTimeout;
  let silenceTimer = setTimeout(() => close(closeCodes.forbidden, 'did not register in time'), limits.registerTimeout);

  const chunks = createChunkWindow(limits.unacknowledgedChunksMax);
  const connection: Connection = { actor: anonymousActor, close };
  let voice: VoiceStream | undefined;

  const caller: Caller = {
    get actor() {
      return connection.actor;
    },
    ackChunk: chunks.ack,
    startVoice(start) {
      voice?.close();
      // The connection may have closed while the message was looked up.
      if (ws.readyState === ws.OPEN) voice = start((notify) => frameQueue.push(pushFrame('pushNotify', notify)));
    },
    ackVoice(ack) {
      if (ack.id === voice?.id) voice.acknowledge(ack);
    },
    push: frameQueue.push,
    async signIn(actor) {
      listener = {
        ...actor,
        push: frameQueue.push,
        pushChunk: (chunk, frame) => chunks.allow(chunk) && frameQueue.push(frame),
        signOut: () => close(closeCodes.signedOut, 'signed out'),
      };
      await fanout.join(listener);
      if (ws.readyState !== ws.OPEN) return fanout.leave(listener);
      connection.actor = actor;
      onSignIn(connection);
    },
  };

  function close(code: number, reason: string): void {
    clearTimeout(silenceTimer);
    voice?.close();
    if (listener) fanout.leave(listener);
    if (ws.readyState !== ws.OPEN) return;
    frameQueue.close();
    ws.close(code, reason.slice(0, 120));
    setTimeout(() => ws.terminate(), closeTimeout).unref();
  }

  function receive(data: RawData, isBinary: boolean): void {
    if (!isBinary) return close(closeCodes.unreadable, 'text');
    let frames: Frame[];
    try {
      frames = reader.read(data as Buffer);
    } catch (error) {
      return close(closeCodes.unreadable, Fault.of(error).message);
    }
    for (const frame of frames) {
      if (ws.readyState !== ws.OPEN || !accept(frame)) return;
    }
  }

  /** Closes the connection for invalid frames, and queues the rest. */
  function accept(frame: Frame): boolean {
    const { command, sequence } = frame;
    const isNextSequence =
      sequence > lastSequence
        ? sequence <= limits.sequenceMax
        : lastSequence > 0 && sequence === nextSequence(lastSequence);
    if (!isNextSequence) return refuse(closeCodes.unreadable, `sequence ${sequence} after ${lastSequence}`);
    if (lastSequence === 0 && command !== commands.register.number)
      return refuse(closeCodes.forbidden, 'register first');
    if (waiting.commands >= limits.commandsWaitingMax)
      return refuse(closeCodes.tryAgain, 'too many unanswered requests');
    lastSequence = sequence;
    countWaiting(1, frame);
    commandQueue = commandQueue
      .then(() => answerCommand(frame))
      .catch((error: unknown) => commandLog.fail({ request, command: '' }, error))
      .finally(() => countWaiting(-1, frame));
    return true;
  }

  /** Pauses reading while the waiting commands are large, so that a connection cannot fill the memory. */
  function countWaiting(change: 1 | -1, { body }: Frame): void {
    waiting.commands += change;
    waiting.bytes += change * body.length;
    if (waiting.bytes >= limits.commandBytesWaitingMax) ws.pause();
    else if (ws.isPaused) ws.resume();
  }

  function refuse(code: number, reason: string): false {
    close(code, reason);
    return false;
  }

  async function answerCommand(frame: Frame): Promise<void> {
    const delay = throttle.delayFor(frame.body.length);
    if (delay > 0) await sleep(delay, undefined, { ref: false });
    if (ws.readyState !== ws.OPEN) return;
    const startedAt = performance.now();
    const row = commandsByNumber.get(frame.command);
    const command = row?.name ?? '';
    let code = 'SUCCESS';
    let data: Uint8Array = new Uint8Array();
    try {
      if (!row) throw new Fault('BAD_REQUEST');
      data = await runForRequests([request], () => perform(row.name, frame.body));
    } catch (error) {
      const fault = toClientFault(error);
      code = fault.code;
      data = fault.data ?? data;
      if (code === 'UNKNOWN' || code === 'UNAVAILABLE') commandLog.fail({ request, command }, fault.cause);
    }
    commandLog.finish({ request, sequence: frame.sequence, command, code, startedAt });
    if (ws.readyState !== ws.OPEN) return;
    frameQueue.send(wireFrame(frame.command, frame.sequence, encode('Envelope', { code, data })));
    if (connection.actor === anonymousActor)
      close(retryableCodes.has(code) ? closeCodes.tryAgain : closeCodes.signedOut, `register: ${code}`);
    else resetSilence();
  }

  async function perform<Name extends keyof Commands>(name: Name, body: Uint8Array): Promise<Uint8Array> {
    const { request: requestName, reply } = commands[name];
    const input = decodeRequest(requestName as keyof Messages, body) as Commands[Name]['request'];
    if (name === 'register') request = acceptRequestId((input as Commands['register']['request']).id);
    await policy.check(connection.actor, name, input as never);
    return encode(reply as keyof Messages, await handlers[name](input as never, caller));
  }

  function resetSilence(): void {
    clearTimeout(silenceTimer);
    silenceTimer = setTimeout(() => close(closeCodes.forbidden, 'silent for too long'), silenceTimeout);
  }

  ws.on('message', receive);
  // ws itself closes the connection of a peer that violates the WebSocket protocol; the 'close' event does the rest.
  ws.on('error', () => undefined);
  ws.on('close', () => {
    clearTimeout(silenceTimer);
    voice?.close();
    frameQueue.close();
    if (listener) fanout.leave(listener);
  });
  return connection;
}
