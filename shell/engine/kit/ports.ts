// Everything the engine needs from its environment, so that it runs in a worker and in Node alike.
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

/** The part of the Web Locks API that the engine uses. */
export interface Locks {
  /** `signal` ends the wait; `steal` takes the lock from its holder, whose own request is then rejected. */
  request<T>(name: string, options: { signal?: AbortSignal; steal?: boolean }, whileHeld: () => Promise<T>): Promise<T>;
}

export interface EnginePorts {
  /** Time: `now()` and every timer. */
  clock: SchedulerLike;
  fetch: typeof fetch;
  openSocket(url: string): SocketLike;
  databases: DatabasePorts;
  locks: Locks;
  /** Where the gateway is, e.g. `https://amber.example`. */
  origin: string;
  /** What this device is called in a list of devices. */
  deviceName: string;
  /** The worker's own log entries go there too. */
  problemLog?: ProblemLog;
  /** How many one-time keys are generated at a time; tests need fewer. */
  preKeys?: number;
  /** Tests: a device that sends whether it is approved or not. */
  skipsApproval?: boolean;
  /** Loads the client of the file store; tests supply their own. */
  loadStoreClient?: LoadStoreClient;
}
