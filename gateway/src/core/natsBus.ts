// The bus of several gateways: hints travel over core NATS, which keeps nothing.
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  connect as connectToNats,
  credsAuthenticator,
  errors,
  type NatsConnection,
  type NodeConnectionOptions,
  type Subscription,
} from '@nats-io/transport-node';
import type { FastifyBaseLogger } from 'fastify';
import { type Bus, type BusConnection, type BusCounts, createLocalBus, isShared } from './bus.ts';
import { decodeHint, encodeHint, hintVersion } from './hintCodec.ts';

export interface NatsSettings {
  /** Hosts with ports; one of them is used, and the next one after a failure. */
  servers: string[];
  tls: boolean;
  user: string | undefined;
  password: string | undefined;
  /** The path of a file with credentials; it is read again at every connection. */
  credentialsFile: string | undefined;
}

export interface NatsBus extends Bus {
  close(): Promise<void>;
}

interface NatsBusPorts {
  log: Pick<FastifyBaseLogger, 'warn' | 'error'>;
  /** Replaces the connection in tests. */
  connect?: typeof connectToNats;
}

/** Milliseconds between two attempts to connect. */
const retryEvery = 1_000;
/** Milliseconds until an attempt to connect fails. */
const connectTimeout = 5_000;
/** Milliseconds between checks of the connection; after two without an answer it counts as lost. */
const pingEvery = 5_000;
/** Milliseconds for which a caller waits until its subscriptions are in effect: a bus may only cause a delay. */
const flushTimeout = 1_000;
/** Bytes of hints that the server has not confirmed yet; beyond them hints are dropped, and sweeps find the changes. */
const unconfirmedMax = 8 * 1_048_576;

/** What may follow the prefix: each subject is a letter, or a letter and an id. Others could inject protocol lines. */
const subjectPattern = /^[a-z](\.[\w-]{1,64})?$/;
const prefix = `amber.v${hintVersion}.`;

/** @throws Error when the file cannot be read. */
function readCredentials(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (cause) {
    throw new Error(`The file of NATS_CREDS cannot be read: ${(cause as Error).message}`, { cause });
  }
}

/** @throws Error when the file with credentials cannot be read. */
function connectionOptionsOf({ servers, tls, user, password, credentialsFile }: NatsSettings): NodeConnectionOptions {
  if (credentialsFile !== undefined) readCredentials(credentialsFile);
  return {
    servers,
    ...(tls && { tls: {} }),
    ...(credentialsFile !== undefined && { authenticator: credsAuthenticator(() => readCredentials(credentialsFile)) }),
    ...(user !== undefined && (password === undefined ? { token: user } : { user, pass: password })),
    name: 'amber',
    // The bus itself delivers hints on their own gateway, at once.
    noEcho: true,
    timeout: connectTimeout,
    pingInterval: pingEvery,
    maxPingOut: 2,
    maxReconnectAttempts: -1,
    reconnectTimeWait: retryEvery,
    // A server that is being reconfigured refuses for a while.
    ignoreAuthErrorAbort: true,
    // The addresses that a cluster announces need not be protected or reachable like the configured ones.
    ignoreClusterUpdates: true,
  };
}

/**
 * Connects in the background: without the bus the gateway works, and only hears of other gateways' changes later.
 * @throws Error when the file with credentials cannot be read.
 */
export function createNatsBus(settings: NatsSettings, { log, connect = connectToNats }: NatsBusPorts): NatsBus {
  const options = connectionOptionsOf(settings);
  const local = createLocalBus();
  const counts: BusCounts = { published: 0, dropped: 0, received: 0, unreadable: 0 };
  /** Each subject with listeners, their number, and its subscription once there is a connection. */
  const subscribed = new Map<string, { listeners: number; subscription: Subscription | null }>();
  const reconnectListeners: (() => void)[] = [];
  /** The names of the errors that were logged since the last connection: a missing permission fails every hint. */
  const loggedErrors = new Set<string>();
  const closing = new AbortController();
  let state: BusConnection = 'connecting';
  let nats: NatsConnection | null = null;
  let unconfirmedBytes = 0;
  let isConfirming = false;

  function receive(subject: string, data: Uint8Array): void {
    counts.received += 1;
    const hint = decodeHint(subject, data);
    if (!hint) {
      counts.unreadable += 1;
      return;
    }
    try {
      local.publish(subject, hint);
    } catch (error) {
      log.error({ err: error }, 'failed');
    }
  }

  const subscribeTo = (connection: NatsConnection, subject: string): Subscription =>
    connection.subscribe(prefix + subject, {
      // An error, such as a missing permission, is reported by the connection's status, too.
      callback: (error, message) => {
        if (!error) receive(subject, message.data);
      },
    });

  /** Resolves when the server has processed everything sent so far, or when the connection is lost. */
  const flushed = async (): Promise<void> => {
    if (state !== 'connected') return;
    await Promise.race([nats!.flush().catch(() => undefined), sleep(flushTimeout, undefined, { ref: false })]);
  };

  /** Asks the server to confirm what was sent: a server that does not read must not fill this process's memory. */
  function confirm(connection: NatsConnection): void {
    if (isConfirming || unconfirmedBytes === 0) return;
    isConfirming = true;
    const sentBytes = unconfirmedBytes;
    connection
      .flush()
      .then(
        () => {
          unconfirmedBytes = Math.max(0, unconfirmedBytes - sentBytes);
        },
        () => {
          unconfirmedBytes = 0;
        },
      )
      .finally(() => {
        isConfirming = false;
        if (state === 'connected') confirm(connection);
      });
  }

  /** Announces a connection once its subscriptions are in effect; hints from before it may have been lost. */
  async function announce(): Promise<void> {
    if (state === 'lost') log.warn('the message bus is back');
    state = 'connected';
    loggedErrors.clear();
    await flushed();
    for (const listener of reconnectListeners) listener();
  }

  function noteLoss(error?: unknown): void {
    if (closing.signal.aborted || state === 'lost') return;
    state = 'lost';
    const reason = error instanceof errors.AuthorizationError ? 'it refuses the credentials' : 'it cannot be reached';
    log.error(
      { err: error },
      `the message bus is gone: ${reason}. Changes of other gateways arrive up to some seconds later`,
    );
  }

  function noteError(error: Error): void {
    if (loggedErrors.has(error.name)) return;
    loggedErrors.add(error.name);
    log.error({ err: error }, 'the message bus reports an error');
  }

  /** Follows a connection until it is closed; the client itself reconnects. */
  async function follow(connection: NatsConnection): Promise<void> {
    for (const [subject, entry] of subscribed) entry.subscription = subscribeTo(connection, subject);
    void announce();
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') noteLoss();
      if (status.type === 'reconnect') void announce();
      if (status.type === 'error') noteError(status.error);
    }
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        nats = await connect(options);
        if (closing.signal.aborted) return await nats.close();
        await follow(nats);
      } catch (error) {
        noteLoss(error);
      }
      nats = null;
      for (const entry of subscribed.values()) entry.subscription = null;
      await sleep(retryEvery, undefined, { signal: closing.signal }).catch(() => undefined);
    }
  }
  void run();

  function send(subject: string, data: Uint8Array): boolean {
    if (state !== 'connected' || unconfirmedBytes + data.length > unconfirmedMax) return false;
    try {
      nats!.publish(prefix + subject, data);
    } catch {
      // The hint is larger than the server allows, or the connection has just been closed.
      return false;
    }
    unconfirmedBytes += data.length;
    confirm(nats!);
    return true;
  }

  return {
    publish(subject, hint) {
      local.publish(subject, hint);
      if (!isShared(subject) || !subjectPattern.test(subject)) return;
      counts[send(subject, encodeHint(hint)) ? 'published' : 'dropped'] += 1;
    },

    subscribe(subject, listener) {
      const unsubscribe = local.subscribe(subject, listener);
      if (!isShared(subject) || !subjectPattern.test(subject)) return unsubscribe;
      const entry = subscribed.get(subject) ?? { listeners: 0, subscription: nats && subscribeTo(nats, subject) };
      subscribed.set(subject, entry);
      entry.listeners += 1;
      let isSubscribed = true;
      return () => {
        if (!isSubscribed) return;
        isSubscribed = false;
        unsubscribe();
        entry.listeners -= 1;
        if (entry.listeners > 0) return;
        entry.subscription?.unsubscribe();
        subscribed.delete(subject);
      };
    },

    flush: flushed,
    onReconnect: (listener) => void reconnectListeners.push(listener),
    connection: () => state,
    counts: () => counts,

    async close() {
      await flushed();
      closing.abort();
      state = 'closed';
      await nats?.close();
    },
  };
}
