// What the calls of a page get from its browser and engine.
import { api, engine, newMessageId } from '@amber/client/hostEngine';
import { accountDb } from '@amber/client/live';
import { live$ } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import { readSystem } from '@amber/proto/bodies';
import { filter, firstValueFrom, fromEvent, map, of, merge, take } from 'rxjs';
import { microphoneFault } from '../sound/microphoneFault.ts';
import type { CallOffer, CallPorts } from './callPorts.ts';
import { hidesAddressFromContacts } from './hideAddress.ts';
import { createPeer } from './peer.ts';
import { createRelays } from './relays.ts';
import { loadStoredCall, storeCall } from './storedCall.ts';

/** Reads the line of a call: undefined while it is not there, null once the call is over. */
const offer$ = (callId: string) =>
  live$<CallOffer | null | undefined>(async (db) => {
    const row = await db.messages.get(callId);
    const line = row && readSystem(row.content);
    if (!row || line?.cmdId !== 'callOffer') return undefined;
    const { secret, sdp } = line.body;
    return sdp === undefined
      ? null
      : { conversationId: row.conversationId, identifier: line.actor, secret, sdp, at: row.createdAt };
  }, null);

const aborted$ = (signal: AbortSignal) =>
  signal.aborted
    ? of(null)
    : fromEvent(signal, 'abort').pipe(
        map(() => null),
        take(1),
      );

async function openMicrophone(onLost: () => void): Promise<MediaStream> {
  try {
    // A speaker beside a microphone needs the first, and a room the others.
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true };
    const stream = await navigator.mediaDevices.getUserMedia({ audio });
    // `track.stop()` of this page does not fire the event.
    for (const track of stream.getTracks()) track.onended = onLost;
    return stream;
  } catch (thrown) {
    throw microphoneFault(thrown);
  }
}

function play(stream: MediaStream): () => void {
  const audio = new Audio();
  audio.srcObject = stream;
  // The press of 'Call' or 'Accept' allows it.
  audio.play().catch(() => {});
  return () => {
    audio.pause();
    audio.srcObject = null;
  };
}

function claim(): Promise<(() => void) | null> {
  const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
  navigator.locks
    .request('amber-call', { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(null);
      const released = Promise.withResolvers<void>();
      resolve(released.resolve);
      return released.promise;
    })
    .catch(() => resolve(null));
  return promise;
}

/** People who are no contacts do not learn where this device is. */
async function hidesAddressFrom(identifier: string): Promise<boolean> {
  if (hidesAddressFromContacts()) return true;
  const contact = await accountDb()?.contacts.get(identifier);
  return contact?.status !== 'normal';
}

const relays = createRelays({ list: (request) => api.call.relays(request), hidesAddressFrom });

export const pagePorts: CallPorts = {
  me: () => session$.value,
  api: api.call,
  sendCommand: (command) => engine.command(command),
  signalCall: (signal) => engine.signalCall(signal),
  offerOf: async (callId, signal) =>
    firstValueFrom(merge(offer$(callId).pipe(filter((offer) => offer !== undefined)), aborted$(signal)), {
      defaultValue: null,
    }),
  newMessageId,
  openMicrophone,
  routesTo: relays.routesTo,
  createPeer,
  play,
  stored: { load: loadStoredCall, save: storeCall },
  claim,
};
