// Request ids as async context: they follow the work done for a request, down to the SQL.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { isRequestId, requestIdOf } from '@amber/proto/requestId';

const current = new AsyncLocalStorage<readonly string[]>();

const none: readonly string[] = [];

/** The client's id if it is valid, else a new one. */
export const acceptRequestId = (candidate: unknown): string =>
  isRequestId(candidate) ? candidate : requestIdOf(randomUUID());

/** Runs a function on behalf of these requests; several can share one batch. */
export const runForRequests = <T>(ids: readonly string[], run: () => T): T => current.run(ids, run);

/** The requests that the present work runs for; none when the gateway works on its own. */
export const currentRequests = (): readonly string[] => current.getStore() ?? none;

/** Binds a function to the current requests, independent of its caller. */
export const bindRequests = <Run extends (...args: never[]) => unknown>(run: Run): Run => AsyncLocalStorage.bind(run);
