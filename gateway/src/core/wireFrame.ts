// Frames as bytes on a WebSocket, built once and shared by all recipients of the same bytes.
import type { Input, Messages, Pushes } from '@amber/proto';
import { encode } from '@amber/proto/codec';
import { encodeFrame } from '@amber/proto/frame';
import { commands } from '@amber/proto/routes';

export interface WireFrame {
  /** The protocol's frame: header and body. */
  payload: Uint8Array;
  /** The same inside a WebSocket message, as a server sends it. */
  wire: Buffer;
}

const finalBinary = 0x82;

/** A server's WebSocket message: unmasked, unfragmented. */
function webSocketMessage(payload: Uint8Array): Buffer {
  const { length } = payload;
  const head =
    length < 126
      ? Buffer.from([finalBinary, length])
      : length < 65_536
        ? Buffer.from([finalBinary, 126, length >> 8, length & 255])
        : Buffer.alloc(10);
  if (head.length === 10) {
    head.set([finalBinary, 127]);
    head.writeBigUInt64BE(BigInt(length), 2);
  }
  return Buffer.concat([head, payload]);
}

export function wireFrame(command: number, sequence: number, body: Uint8Array): WireFrame {
  const payload = encodeFrame({ command, sequence, body });
  return { payload, wire: webSocketMessage(payload) };
}

/** A push: sequence 0, so that one frame fits every connection. */
export function pushFrame<Name extends keyof Pushes>(name: Name, value: Input<Pushes[Name]['request']>): WireFrame {
  const { number, request } = commands[name];
  return wireFrame(number, 0, encode(request as keyof Messages, value));
}
