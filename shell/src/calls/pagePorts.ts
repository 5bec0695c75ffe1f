// What the calls of a page get from its browser and engine.
import { api, engine, engineState$, newMessageId } from '@amber/client/hostEngine';
import { accountDb } from '@amber/client/live';
import { live$ } from '@amber/client/live';
import { session$ } from '@amber/client/session';
import { readSystem } from '@amber/proto/bodies';
import {
  distinctUntilChanged,
  EMPTY,
  filter,
  firstValueFrom,
  fromEvent,
  map,
  merge,
  of,
  skip,
  startWith,
  take,
} from 'rxjs';
import type { CallOffer, CallPorts } from './callPorts.ts';
import { hidesAddressFromContacts } from './hideAddress.ts';
import { devices$, devicesChanged$, setSpeaker } from './devices.ts';
import { openBoth, openCamera, openMicrophone } from './openDevices.ts';
import { createPeer } from './peer.ts';
import { createRelays } from './relays.ts';
import { loadStoredCall, storeCall } from './storedCall.ts';

/** Reads the line of a call: undefined while it is not there, null once the call is over. */
const offer$ = (callId: string) =>
  live$<CallOffer | null | undefined>(async (db) => {
    const row = await db.messages.get(callId);
    const line = row && readSystem(row.content);
    if (!row || line?.cmdId !== 'callOffer') return undefined;
    const { secret, sdp, video } = line.body;
    return sdp === undefined
      ? null
      : { conversationId: row.conversationId, identifier: line.actor, secret, sdp, video, at: row.createdAt };
  }, null);

const aborted$ = (signal: AbortSignal) =>
  signal.aborted
    ? of(null)
    : fromEvent(signal, 'abort').pipe(
        map(() => null),
        take(1),
      );

interface NetworkInformation extends EventTarget {
  type?: string;
}

/** Only phones say which kind of network they are in. The rest of what a browser estimates changes all the time. */
const networkType$ = (network: NetworkInformation | undefined) =>
  network
    ? fromEvent(network, 'change').pipe(
        startWith(null),
        map(() => network.type),
        distinctUntilChanged(),
        skip(1),
      )
    : EMPTY;

const networkChanged$ = merge(
  fromEvent(window, 'online'),
  networkType$((navigator as { connection?: NetworkInformation }).connection),
);

function play(stream: MediaStream): () => void {
  const audio = new Audio();
  audio.srcObject = stream;
  // The press of 'Call' or 'Accept' allows it.
  audio.play().catch(() => {});
  // A speaker that is not there any more is replaced by the browser's own choice.
  const speakers = devices$.subscribe(({ speaker }) => void setSpeaker(audio, speaker));
  return () => {
    speakers.unsubscribe();
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
  async reconnect() {
    const state = await firstValueFrom(engineState$);
    if (state?.connection.gaveUp) await engine.reconnect({});
  },
  signalCall: (signal) => engine.signalCall(signal),
  offerOf: async (callId, signal) =>
    firstValueFrom(merge(offer$(callId).pipe(filter((offer) => offer !== undefined)), aborted$(signal)), {
      defaultValue: null,
    }),
  newMessageId,
  openMicrophone,
  openCamera,
  openBoth,
  devicesChanged$,
  networkChanged$,
  routesTo: relays.routesTo,
  createPeer,
  play,
  stored: { load: loadStoredCall, save: storeCall },
  claim,
};
