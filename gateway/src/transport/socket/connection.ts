// One device's socket: reads frames, answers them in order, and takes pushes.
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
import { refusal } from '../../core/refusal.ts';
import { acceptRequestId, forRequests } from '../../core/requests.ts';
import { nobody, type Actor } from '../../people/signIn/tokens.ts';
import { createChunkWindow } from './chunkWindow.ts';
import { createCommandPace } from './commandPace.ts';
import type { Caller, CommandHandlers } from './commands.ts';
import { createOutbox } from './outbox.ts';
import { wireFrame } from '../../core/wireFrame.ts';

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
}

/** Registering failed for a reason other than the session: the device must reconnect. */
const passing = new Set(['UNAVAILABLE', 'UNKNOWN']);
/** How long a peer that stopped reading gets to close. */
const leaveWithin = 2_000;

const byNumber = new Map(
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
}: ConnectionPorts): Connection {
  const reader = new FrameReader();
  const outbox = createOutbox({ ws, limits, onSlow: () => close(closeCodes.tryAgain, 'reads too slowly') });
  let lastSequence = 0;
  const pace = createCommandPace(limits);
  /** Commands that wait for those before them, and their bytes. */
  const waiting = { commands: 0, bytes: 0 };
  /** Empty until the device has named one in register. */
  let request = acceptRequestId(undefined);
  let work: Promise<void> = Promise.resolve();
  let listener: Listener | undefined;
  // Two heartbeats may be missed.
  const silenceMax = 2 * limits.heartbeatEvery + limits.heartbeatTimeout;
  let silence = setTimeout(() => close(closeCodes.forbidden, 'did not register in time'), limits.registerWithin);

  const chunks = createChunkWindow(limits.chunksAhead);
  const connection: Connection = { actor: nobody, close };

  const caller: Caller = {
    get actor() {
      return connection.actor;
    },
    ackChunk: chunks.ack,
    async signIn(actor) {
      listener = {
        ...actor,
        push: outbox.push,
        pushChunk: (chunk, frame) => chunks.allow(chunk) && outbox.push(frame),
        signOut: () => close(closeCodes.signedOut, 'signed out'),
      };
      await fanout.join(listener);
      if (ws.readyState !== ws.OPEN) return fanout.leave(listener);
      connection.actor = actor;
      onSignIn(connection);
    },
  };

  function close(code: number, reason: string): void {
    clearTimeout(silence);
    if (listener) fanout.leave(listener);
    if (ws.readyState !== ws.OPEN) return;
    outbox.close();
    ws.close(code, reason.slice(0, 120));
    setTimeout(() => ws.terminate(), leaveWithin).unref();
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
    const rises =
      sequence > lastSequence
        ? sequence <= limits.sequenceMax
        : lastSequence > 0 && sequence === nextSequence(lastSequence);
    if (!rises) return refuse(closeCodes.unreadable, `sequence ${sequence} after ${lastSequence}`);
    if (lastSequence === 0 && command !== commands.register.number)
      return refuse(closeCodes.forbidden, 'register first');
    if (waiting.commands >= limits.commandsWaitingMax)
      return refuse(closeCodes.tryAgain, 'too many unanswered requests');
    lastSequence = sequence;
    countWaiting(1, frame);
    work = work
      .then(() => answer(frame))
      .catch((error: unknown) => commandLog.failed({ request, command: '' }, error))
      .finally(() => countWaiting(-1, frame));
    return true;
  }

  /** No more is read while what waits is large, so that a connection cannot fill the memory. */
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

  async function answer(frame: Frame): Promise<void> {
    const wait = pace.waitFor(frame.body.length);
    if (wait > 0) await sleep(wait, undefined, { ref: false });
    if (ws.readyState !== ws.OPEN) return;
    const began = performance.now();
    const row = byNumber.get(frame.command);
    const command = row?.name ?? '';
    let code = 'SUCCESS';
    let data: Uint8Array = new Uint8Array();
    try {
      if (!row) throw new Fault('BAD_REQUEST');
      data = await forRequests([request], () => perform(row.name, frame.body));
    } catch (error) {
      const fault = refusal(error);
      code = fault.code;
      data = fault.data ?? data;
      if (code === 'UNKNOWN' || code === 'UNAVAILABLE') commandLog.failed({ request, command }, fault.cause);
    }
    commandLog.done({ request, sequence: frame.sequence, command, code, began });
    if (ws.readyState !== ws.OPEN) return;
    outbox.send(wireFrame(frame.command, frame.sequence, encode('Envelope', { code, data })));
    if (connection.actor === nobody)
      close(passing.has(code) ? closeCodes.tryAgain : closeCodes.signedOut, `register: ${code}`);
    else resetSilence();
  }

  async function perform<Name extends keyof Commands>(name: Name, body: Uint8Array): Promise<Uint8Array> {
    const { request: asks, reply } = commands[name];
    const asked = decodeRequest(asks as keyof Messages, body) as Commands[Name]['request'];
    if (name === 'register') request = acceptRequestId((asked as Commands['register']['request']).id);
    await policy.check(connection.actor, name, asked as never);
    return encode(reply as keyof Messages, await handlers[name](asked as never, caller));
  }

  function resetSilence(): void {
    clearTimeout(silence);
    silence = setTimeout(() => close(closeCodes.forbidden, 'silent for too long'), silenceMax);
  }

  ws.on('message', receive);
  // ws itself closes a peer that breaks the WebSocket protocol; the rest follows from 'close'.
  ws.on('error', () => undefined);
  ws.on('close', () => {
    clearTimeout(silence);
    outbox.close();
    if (listener) fanout.leave(listener);
  });
  return connection;
}
