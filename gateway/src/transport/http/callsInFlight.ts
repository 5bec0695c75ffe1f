// Refuses calls of a session that has too many in flight, before anything is spent on them.
// It counts per gateway, because it protects this gateway's event loop; rate limits count for all gateways.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { encode } from '@amber/proto/codec';
import type { Limits } from '@amber/proto/limits';
import { tokenOf } from './admission.ts';

/** The whole response. The connection closes, because the body of the call is not read. */
const refusal: Buffer = (() => {
  const body = encode('Envelope', { code: 'UNAVAILABLE', data: new Uint8Array() });
  const head = `HTTP/1.1 200 OK\r\ncontent-type: application/x-protobuf\r\ncontent-length: ${body.length}\r\nconnection: close\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), body]);
})();

/**
 * The account of such a session has as many calls that run and wait as it may have, so that further ones would be
 * refused anyway. But a refusal that goes through the whole HTTP stack takes several times as long as this one, and
 * hundreds of calls at once would delay everybody by their refusals alone.
 */
export function createCallsInFlight({
  callConcurrencyPerAccount,
  callsWaitingPerAccount,
  refusedCallCountsFor,
}: Pick<Limits, 'callConcurrencyPerAccount' | 'callsWaitingPerAccount' | 'refusedCallCountsFor'>) {
  const limit = callConcurrencyPerAccount + callsWaitingPerAccount;
  /** By token. */
  const counts = new Map<string, number>();

  function add(token: string, change: 1 | -1): void {
    const count = (counts.get(token) ?? 0) + change;
    if (count > 0) counts.set(token, count);
    else counts.delete(token);
  }

  return {
    /** Counts a request until its response is closed. Returns false if it has been refused instead. */
    admit(request: IncomingMessage, response: ServerResponse): boolean {
      const token = tokenOf(request);
      if (token === '') return true;
      if ((counts.get(token) ?? 0) >= limit) {
        request.socket.end(refusal, () => request.socket.destroy());
        return false;
      }
      add(token, 1);
      response.once('close', () => add(token, -1));
      return true;
    },
    /**
     * Counts a request that was refused because of a limit for some time more. It ends at once, so that a session over
     * its limits would otherwise make as many of these as it likes.
     */
    countRefused(request: IncomingMessage): void {
      const token = tokenOf(request);
      if (token === '') return;
      add(token, 1);
      setTimeout(() => add(token, -1), refusedCallCountsFor).unref();
    },
  };
}
