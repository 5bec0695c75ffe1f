// Whom the gateway is working for: the ids of the requests go with what is done for them, down to the SQL.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { isRequestId, requestIdOf } from '@amber/proto/requestId';

const current = new AsyncLocalStorage<readonly string[]>();

const none: readonly string[] = [];

/** The other side's id where it is one, else one of our own. */
export const acceptRequestId = (given: unknown): string => (isRequestId(given) ? given : requestIdOf(randomUUID()));

/** Runs this for these requests: several share one batch. */
export const forRequests = <T>(ids: readonly string[], run: () => T): T => current.run(ids, run);

/** The requests that this is done for; none where the gateway works by itself. */
export const currentRequests = (): readonly string[] => current.getStore() ?? none;

/** The same function, which will know its requests whoever calls it. */
export const keepRequests = <Run extends (...given: never[]) => unknown>(run: Run): Run => AsyncLocalStorage.bind(run);
