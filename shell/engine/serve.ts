// The engine's end of the bus: serves pages while it holds the lock, and stops when a newer build announces itself.
import { type Channel, type FromEngine, type ToEngine, busProtocol } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import type { Engine } from './engine.ts';

interface ServePorts {
  channel: Channel;
  engine: Engine;
  /** This engine's build number; a page of a newer build stops the engine. */
  build: number;
}

/**
 * Serves pages until a newer build takes over, because one of its pages has pinged this engine or needs the database.
 * Resolves when the engine has finished and closed.
 * The caller then calls `bye`, which makes the pages start the newer engine, and terminates the worker.
 */
export async function serve({ channel, engine, build }: ServePorts): Promise<{ bye(): void }> {
  const id = crypto.randomUUID();
  const post = (message: FromEngine) => channel.postMessage(message);
  const describeEngine = () => ({ engine: id, build, protocol: busProtocol, state: engine.state$.value });
  const newerBuild = Promise.withResolvers<void>();
  let isShuttingDown = false;

  async function answer({ page, call, name, request }: Extract<ToEngine, { kind: 'call' }>): Promise<void> {
    try {
      // Names come from outside, so properties inherited from Object must not count as calls.
      if (!Object.hasOwn(engine.calls, name)) throw new Fault('BAD_REQUEST');
      const run = engine.calls[name] as (request: unknown) => Promise<unknown>;
      post({ kind: 'answer', page, call, value: await run(request) });
    } catch (thrown) {
      // Failures caused by closing this engine are not sent, because the page repeats the call to the next engine.
      if (!isShuttingDown) post({ kind: 'fault', page, call, fault: Fault.of(thrown).toPlain() });
    }
  }

  channel.addEventListener('message', ({ data }) => {
    // Pages repeat calls made during the shutdown to the next engine.
    if (isShuttingDown) return;
    if (data.kind === 'call') void answer(data);
    if (data.kind === 'ping') {
      if (data.build > build) {
        isShuttingDown = true;
        newerBuild.resolve();
      } else post({ kind: 'pong', ...describeEngine() });
    }
  });
  const subscriptions = [
    engine.state$.subscribe((state) => post({ kind: 'state', engine: id, state })),
    engine.events$.subscribe((event) => post({ kind: 'event', engine: id, event })),
  ];
  post({ kind: 'hello', ...describeEngine() });
  // A page of a newer build may need the database before it has pinged this engine.
  void engine.outdated.then(() => {
    isShuttingDown = true;
    newerBuild.resolve();
  });

  await newerBuild.promise;
  await engine.close();
  subscriptions.forEach((subscription) => subscription.unsubscribe());
  return { bye: () => post({ kind: 'bye', engine: id }) };
}
