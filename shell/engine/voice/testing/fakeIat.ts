// A service of the protocol IAT v2 in memory: it checks the frames, and answers what a test tells it to.
import type { TextSocketLike } from '../../kit/ports.ts';

export interface IatFrame {
  common?: { app_id: string };
  business?: Record<string, unknown>;
  data: { status: number; format: string; encoding: string; audio: string };
}

export interface IatConnection {
  url: string;
  frames: IatFrame[];
  /** When each frame arrived. */
  times: number[];
  closed: boolean;
  /** Sends a message to the client, as JSON unless it is a text already. */
  reply(message: unknown): void;
  /** Ends the connection, as a network does. */
  drop(): void;
}

/** A result in the form of the service. */
export const iatResult = (sn: number, words: string[], more: object = {}, status = 1) => ({
  code: 0,
  message: 'success',
  sid: 'iat0001',
  data: { status, result: { sn, ls: status === 2, ...more, ws: words.map((w) => ({ bg: 0, cw: [{ w, sc: 0 }] })) } },
});

/**
 * Creates the service. `onFrame` is called after each frame; by default the last frame of connection number n is
 * answered with the word `session n`, from 0.
 */
export function createFakeIat(now: () => number) {
  const connections: IatConnection[] = [];
  const behaviour = {
    accepts: true,
    onFrame(connection: IatConnection, frame: IatFrame): void {
      if (frame.data.status === 2)
        connection.reply(iatResult(1, [`session ${connections.indexOf(connection)}`], {}, 2));
    },
  };

  function openTextSocket(url: string): TextSocketLike {
    const connection: IatConnection = {
      url,
      frames: [],
      times: [],
      closed: false,
      reply: (message) => socket.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) }),
      drop: () => socket.onclose?.(),
    };
    const socket: TextSocketLike = {
      send(text) {
        const frame = JSON.parse(text) as IatFrame;
        connection.frames.push(frame);
        connection.times.push(now());
        behaviour.onFrame(connection, frame);
      },
      close() {
        connection.closed = true;
      },
      onopen: null,
      onmessage: null,
      onerror: null,
      onclose: null,
    };
    connections.push(connection);
    queueMicrotask(() => behaviour.accepts && socket.onopen?.());
    return socket;
  }

  return { openTextSocket, connections, behaviour };
}

export type FakeIat = ReturnType<typeof createFakeIat>;
