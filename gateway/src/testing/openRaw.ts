// Raw HTTP requests, for tests that send what an HTTP client would not.
import { connect } from 'node:net';
import { decode } from '@amber/proto/codec';

export interface RawRequest {
  send(bytes: string | Uint8Array): void;
  /** The first response, as text; or the part that was received before the connection ended. */
  answer: Promise<string>;
  /** Resolves when the other side, or an error, has closed the connection. */
  closed: Promise<void>;
  end(): void;
}

/** Opens a connection and sends the lines of a request's head. */
export function openRaw(url: string, ...head: string[]): RawRequest {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  let received = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk]);
    const end = received.indexOf('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(received.toString('latin1'))?.[1] ?? 0);
    if (end >= 0 && received.length >= end + 4 + length) resolve(received.toString('latin1'));
  });
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolveClosed) => {
    socket.once('close', () => resolveClosed());
  });
  void closed.then(() => resolve(received.toString('latin1')));
  socket.write([...head, '', ''].join('\r\n'));
  return {
    answer,
    closed,
    send(bytes) {
      if (socket.writable) socket.write(bytes);
    },
    end: () => socket.destroy(),
  };
}

/** The head of a call. */
export const callHead = (path: string, ...headers: string[]): string[] => [
  `POST /gateway${path} HTTP/1.1`,
  'host: test',
  'content-type: application/x-protobuf',
  ...headers,
];

/** The code in the envelope of a response. */
export const codeIn = (answer: string): string =>
  decode('Envelope', Buffer.from(answer.slice(answer.indexOf('\r\n\r\n') + 4), 'latin1')).code;
