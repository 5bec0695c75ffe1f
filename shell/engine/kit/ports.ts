// The engine's dependencies on its environment, so that it runs in a worker and in Node alike.
import type { DatabasePorts } from '@amber/client/db';
import type { SchedulerLike } from 'rxjs';
import type { ProblemLog } from './problemLog.ts';
import type { LoadStoreClient } from './storeClient.ts';

/** The part of WebSocket that the engine uses. */
export interface SocketLike {
  binaryType: string;
  readyState: number;
  send(bytes: Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: ArrayBuffer }) => void) | null;
  onerror: (() => void) | null;
  onclose: ((event: { code: number; reason: string }) => void) | null;
}

/** The part of WebSocket that speaks text, as a service of speech to text does. */
export interface TextSocketLike {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: (() => void) | null;
  onclose: (() => void) | null;
}

/** The part of the Web Locks API that the engine uses. */
export interface Locks {
  /** `signal` aborts the wait; `steal` takes the lock from its holder, whose own request is then rejected. */
  request<T>(name: string, options: { signal?: AbortSignal; steal?: boolean }, whileHeld: () => Promise<T>): Promise<T>;
}

export interface EnginePorts {
  /** The clock for `now()` and for every timer. */
  clock: SchedulerLike;
  fetch: typeof fetch;
  openSocket(url: string): SocketLike;
  databases: DatabasePorts;
  locks: Locks;
  /** The gateway's origin, e.g. `https://amber.example`. */
  origin: string;
  /** The name of this device in lists of devices. */
  deviceName: string;
  /** A log that the worker itself also writes to. */
  problemLog?: ProblemLog;
  /** The number of one-time keys that are generated at a time; tests need fewer. */
  preKeys?: number;
  /** For tests: the device sends whether or not it is approved. */
  skipsApproval?: boolean;
  /** Loads the client of the file store; tests supply their own. */
  loadStoreClient?: LoadStoreClient;
  /** Loads the WebAssembly of the mp3 encoder; what runs in Node supplies its own. */
  loadMp3Wasm?: () => Promise<Uint8Array<ArrayBuffer>>;
  /** Connects to a service of speech to text; tests supply their own. */
  openTextSocket?: (url: string) => TextSocketLike;
}
