// What a call needs of the browser, the engine and the gateway.
import type { Api } from '@amber/proto';
import type { CommandBodies } from '@amber/proto/systemCommands';
import type { Observable } from 'rxjs';
import type { CallSide } from './callSignals.ts';
import type { CallState, CameraProblem } from './callState.ts';
import type { Peer, PeerOptions } from './peer.ts';
import type { Routes } from './relays.ts';

/** The message that offers a call, as this device has received, decrypted or sent it. */
export interface CallOffer {
  conversationId: string;
  /** Who has offered it. */
  identifier: string;
  secret: unknown;
  sdp: unknown;
  /** Whether it is a video call. Absent from builds without pictures. */
  video: unknown;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
}

/** What a page that is loaded again needs to go on with its call. */
export interface StoredCall extends Pick<
  CallState,
  'callId' | 'conversationId' | 'identifier' | 'connectedAt' | 'isVideo'
> {
  /** The account whose call it is. */
  account: string;
  side: CallSide;
  secret: string;
  answeredAt: number;
  takesPictures: boolean | null;
}

/** What opens with a video call. Without a camera it is a voice call. */
export interface OpenMedia {
  microphone: MediaStream;
  camera: MediaStream | CameraProblem;
}

type CallCommand = 'callOffer' | 'callAnswer' | 'callEnd';

export interface CallPorts {
  /** This device; null without a session. */
  me(): { identifier: string; deviceId: string } | null;
  api: Pick<Api['call'], 'start' | 'answer' | 'renew' | 'end'>;
  sendCommand<Id extends CallCommand>(command: {
    id: string;
    conversationId: string;
    cmdId: Id;
    body: CommandBodies[Id];
  }): Promise<void>;
  /** Connects to the gateway now, if this device has almost given that up. */
  reconnect(): Promise<void>;
  signalCall(signal: { callId: string; signal: Uint8Array }): Promise<void>;
  /** Resolves with the offer once it has arrived; with null for a call that is over, and when `signal` aborts. */
  offerOf(callId: string, signal: AbortSignal): Promise<CallOffer | null>;
  newMessageId(): string;
  /** @throws Fault of a microphone */
  openMicrophone(): Promise<MediaStream>;
  openCamera(): Promise<MediaStream | CameraProblem>;
  /** Both, with one question to the person. @throws Fault of a microphone */
  openBoth(): Promise<OpenMedia>;
  /** Microphones, cameras or speakers were plugged in or out. */
  devicesChanged$: Observable<unknown>;
  /** This device is in another network. */
  networkChanged$: Observable<unknown>;
  /** The paths to this person. @throws Fault */
  routesTo(identifier: string): Promise<Routes>;
  createPeer(options: PeerOptions): Peer;
  /** Plays the sound of the other person; returns a function that stops it. */
  play(stream: MediaStream): () => void;
  /** The call of this tab, as long as the tab is there. */
  stored: { load(): StoredCall | null; save(call: StoredCall | null): unknown };
  /** Of the tabs of this browser one has a call. Resolves with a function that gives it up; with null if another has. */
  claim(): Promise<(() => void) | null>;
}
