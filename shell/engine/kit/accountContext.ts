// What the parts of a signed-in account share.
import type { EngineEvent } from '@amber/client/bus';
import type { AccountDb } from '@amber/client/db';
import type { Api, Device } from '@amber/proto';
import type { ProblemKind } from '@amber/proto/problems';
import type { EnginePorts } from './ports.ts';
import type { Retrier } from './retrier.ts';

/** Each part receives the members that it needs. */
export interface AccountContext extends Pick<EnginePorts, 'clock' | 'fetch' | 'origin' | 'loadStoreClient'> {
  db: AccountDb;
  api: Api;
  /** This device. */
  me: Device;
  now(): number;
  /** Emits an ephemeral event to pages. */
  emit(event: EngineEvent): void;
  /** Returns a handler of errors, which logs them as problems of this kind. */
  warn(kind: ProblemKind): (thrown: unknown) => void;
  /** Whether the socket is connected. While it is not, there are no retries; the reconnect restarts everything. */
  connected(): boolean;
  retrier: Retrier;
  /** Runs work on rows after all work in progress, so that an answer is stored before anything else is processed. */
  runExclusive<T>(run: () => Promise<T>): Promise<T>;
  /** Fetches everything that this device has missed. */
  catchUp(): Promise<void>;
}
