import { limits } from '@amber/proto/limits';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createSocket } from './socket.ts';
import { Clock } from '../testing/clock.ts';
import { FakeSocket } from '../testing/fakeSocket.ts';

const runs = Number(process.env['AMBER_RUNS'] ?? 1);

/** What happens to one connection. */
const fate = fc.oneof(
  fc.record({ kind: fc.constant('refused' as const), code: fc.constantFrom(1006, 1011, 1012, 1013) }),
  fc.record({ kind: fc.constantFrom('neverOpens' as const, 'neverAnswers' as const, 'refusesToken' as const) }),
  fc.record({
    kind: fc.constant('lives' as const),
    beats: fc.nat(2),
    end: fc.constantFrom(1000, 1006, 1012, 1013),
    after: fc.integer({ min: 1, max: 9_000 }),
  }),
  fc.record({ kind: fc.constant('blackHole' as const), beats: fc.nat(1) }),
  fc.record({ kind: fc.constant('garbage' as const) }),
);

/** A socket waits only for promises. */
const promises = async () => {
  for (let step = 0; step < 12; step += 1) await Promise.resolve();
};

it('C5 C7 R36 R38 R214 whatever the network does: never more than three attempts in a cycle, then one every 30 to 60 s, never two live sockets, a black hole found within 40 s', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fate, { minLength: 1, maxLength: 12 }), fc.boolean(), async (fates, asks) => {
      const clock = new Clock();
      const sockets: FakeSocket[] = [];
      const live = () => sockets.filter(({ readyState }) => readyState < 2);
      const problems: string[] = [];
      let closedAt = 0;
      /** What the next attempt waits for; null when somebody requested it. */
      let wait: 'fixed' | 'spread' | 'slow' | null = null;
      const socket = createSocket({
        url: 'ws://gateway.test',
        clock,
        refresh: async () => {},
        credentials: () => ({}),
        openSocket(url) {
          // Thrown here it would count as one more network failure.
          const waited = clock.now() - closedAt;
          if (live().length > 0) problems.push('two live sockets');
          if (wait === 'fixed' && waited !== limits.reconnectEvery) problems.push(`waited ${waited}`);
          if (wait === 'spread' && waited > 5_000) problems.push(`waited ${waited}`);
          if (wait === 'slow' && (waited < limits.reconnectSlowlyFrom || waited > limits.reconnectSlowlyTo))
            problems.push(`waited ${waited}`);
          sockets.push(new FakeSocket(url));
          return sockets.at(-1)!;
        },
      });
      const pass = (time: number) => clock.advance(time, promises);
      socket.connection$.subscribe(({ status }) => {
        if (status === 'closed') closedAt = clock.now();
      });
      const isDown = () => socket.connection$.value.status === 'closed';
      /** Lets time pass until this is so, and no longer than that. */
      const until = async (isSo: () => boolean, most: number) => {
        const end = clock.now() + most;
        while (!isSo() && clock.now() < end) await pass(Math.min(250, end - clock.now()));
      };
      socket.connect();
      let failed = 0;
      for (const one of fates) {
        const own = sockets.at(-1)!;
        const code = 'code' in one ? one.code : 'end' in one ? one.end : 0;
        if (one.kind === 'refused') own.drop(code);
        if (one.kind === 'neverOpens') await until(isDown, 40_000);
        if (one.kind !== 'refused' && one.kind !== 'neverOpens') own.accept();
        if (one.kind === 'neverAnswers') await until(isDown, 40_000);
        if (one.kind === 'refusesToken') own.answer('register', {}, '1002');
        if (one.kind === 'lives' || one.kind === 'blackHole' || one.kind === 'garbage') {
          own.answer('register', {});
          await promises();
          expect(socket.connection$.value.status).toBe('open');
          failed = 0;
          for (let beat = 0; beat < ('beats' in one ? one.beats : 0); beat += 1) {
            await pass(limits.heartbeatEvery);
            own.answer('heartbeat', {});
            await promises();
          }
          if (one.kind === 'blackHole') await until(isDown, 40_000);
          if (one.kind === 'garbage') own.receive(new Uint8Array(40).fill(0xff));
          if (one.kind === 'lives') {
            await pass(one.after);
            own.drop(code);
          }
        }
        await promises();
        expect([isDown(), own.readyState, live().length, problems]).toEqual([true, 3, 0, []]);
        const comesBack = code === 1012 || code === 1013;
        failed = comesBack ? 0 : failed + 1;
        const isSlow = failed > limits.reconnectAttempts;
        wait = comesBack ? 'spread' : isSlow ? 'slow' : 'fixed';
        const before = sockets.length;
        expect(socket.connection$.value.gaveUp).toBe(isSlow);
        // Sometimes somebody does not wait.
        if (isSlow && asks) {
          await pass(10_000);
          wait = null;
          socket.connect();
          failed = 0;
        } else await until(() => sockets.length > before, limits.reconnectSlowlyTo);
        expect(sockets).toHaveLength(before + 1);
      }
      socket.close();
      expect([clock.timers, live().length, problems]).toEqual([0, 0, []]);
    }),
    { numRuns: 1_000 * runs },
  );
});
