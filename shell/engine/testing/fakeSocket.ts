// A WebSocket whose other end is controlled by a test.
import type { Commands, Input, Messages, Pushes } from '@amber/proto';
import { decode, encode } from '@amber/proto/codec';
import { encodeFrame, FrameReader, type Frame } from '@amber/proto/frame';
import { commands } from '@amber/proto/routes';
import type { SocketLike } from '../kit/ports.ts';

export class FakeSocket implements SocketLike {
  binaryType = '';
  readyState = 0;
  onopen: SocketLike['onopen'] = null;
  onmessage: SocketLike['onmessage'] = null;
  onerror: SocketLike['onerror'] = null;
  onclose: SocketLike['onclose'] = null;
  readonly url: string;
  readonly sent: Frame[] = [];
  #onFrame: (frame: Frame) => void;

  constructor(url: string, onFrame: (frame: Frame) => void = () => {}) {
    this.url = url;
    this.#onFrame = onFrame;
  }

  send(bytes: Uint8Array<ArrayBuffer>): void {
    for (const frame of new FrameReader().read(bytes)) {
      this.sent.push(frame);
      this.#onFrame(frame);
    }
  }

  close(): void {
    this.readyState = 3;
  }

  /** Accepts the connection, as the other end. */
  accept(): void {
    this.readyState = 1;
    this.onopen?.();
  }

  /** Closes the connection, as the other end or the network. */
  drop(code = 1006): void {
    this.readyState = 3;
    this.onclose?.({ code, reason: '' });
  }

  receive(bytes: Uint8Array): void {
    this.onmessage?.({ data: bytes.slice().buffer });
  }

  push<Name extends keyof Pushes>(name: Name, value: Input<Pushes[Name]['request']>): void {
    const { number, request } = commands[name];
    this.receive(
      encodeFrame({ command: number, sequence: 0, body: encode(request as keyof Messages, value as object) }),
    );
  }

  /** Returns the requests with this command, oldest first. */
  requestsOf<Name extends keyof Commands>(name: Name): Commands[Name]['request'][] {
    return this.framesOf(name).map(({ body }) => decode(commands[name].request, body) as Commands[Name]['request']);
  }

  /** Answers the last request with this command. */
  answer<Name extends keyof Commands>(name: Name, value: Input<Commands[Name]['reply']>, code = 'SUCCESS'): void {
    const { sequence } = this.framesOf(name).at(-1)!;
    const body = encode('Envelope', { code, data: encode(commands[name].reply as keyof Messages, value as object) });
    this.receive(encodeFrame({ command: commands[name].number, sequence, body }));
  }

  framesOf(name: keyof Commands): Frame[] {
    return this.sent.filter(({ command }) => command === commands[name].number);
  }
}
