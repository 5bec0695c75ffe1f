import type { EngineEvent } from '@amber/client/bus';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { blockedResource } from '@amber/proto/problemCodes';
import { type ProblemKind, problemKinds } from '@amber/proto/problems';
import { routes } from '@amber/proto/routes';
import { BehaviorSubject } from 'rxjs';
import { describe, expect, it, vi } from 'vitest';
import { createEngine } from '../engine.ts';
import { createProblemLog, type ProblemInput } from './problemLog.ts';
import { createProblemReport } from './problemReport.ts';
import { createSync } from '../in/sync.ts';
import { Clock, eventually } from '../testing/clock.ts';
import { createFakeGateway } from '../testing/fakeGateway.ts';
import { newDatabases, startAlice } from '../testing/startAlice.ts';

const request = '0123456789abcdef';
const calls = Object.keys(routes);
/** More kinds of it than are kept. */
const many = calls.flatMap((about) =>
  ['UNKNOWN', 'BAD_REQUEST'].map((code): ProblemInput => ({ what: 'call', code, about })),
);

describe('R229 the log of the engine', () => {
  it('R229 counts what happens again, and keeps a hundred kinds, the latest', () => {
    let now = 0;
    const log = createProblemLog(() => now);
    for (now = 1; now <= 3; now += 1) log.log({ what: 'row', code: 'bad_mac', message: 'm'.repeat(24) });
    expect(log.entries()).toEqual([
      { what: 'row', code: 'bad_mac', about: '', request: '', message: 'm'.repeat(24), count: 3, time: 3 },
    ]);
    for (const one of many) log.log(one);
    log.log(many.at(-5)!);
    expect(many.length).toBeGreaterThan(limits.problemsKept);
    expect(log.entries()).toHaveLength(limits.problemsKept);
    expect(log.entries().at(-1)).toMatchObject({ ...many.at(-5), count: 2 });
    expect(log.entries().some(({ what }) => what === 'row')).toBe(false);
  });

  it('R193 R229 keeps words of the list alone, whatever it is told', () => {
    const log = createProblemLog(() => 1);
    const evil = 'Fritz +4917012345678 a.token';
    log.log({ what: evil as ProblemKind, code: evil, about: evil, request: evil, message: evil });
    log.log({ what: 'violation', code: 'https://evil.example/Fritz', about: 'img-src' });
    log.log({ what: 'call', code: 'NO_RESPONSE', about: 'user.init', request, message: `${'m'.repeat(24)}!` });
    const nothing = { about: '', request: '', message: '', count: 1, time: 1 };
    expect(log.entries()).toEqual([
      { ...nothing, what: 'other', code: 'other' },
      { ...nothing, what: 'violation', code: 'other', about: 'img-src' },
      { ...nothing, what: 'call', code: 'NO_RESPONSE', about: 'user.init', request },
    ]);
  });

  it('R229 what was blocked is named without its address', () => {
    const here = 'https://amber.example';
    expect(
      [
        'inline',
        'eval',
        'data',
        'data:text/html,Fritz',
        'blob:https://x',
        `${here}/chat/Fritz`,
        `${here}.evil.example/Fritz`,
        'https://evil.example/Fritz',
        '',
      ].map((blocked) => blockedResource(blocked, here)),
    ).toEqual(['inline', 'eval', 'data', 'data', 'blob', 'self', 'elsewhere', 'elsewhere', 'elsewhere']);
  });
});

describe('R229 telling the gateway', () => {
  function setUp({ isReady = true } = {}) {
    const clock = new Clock();
    const log = createProblemLog(() => clock.now());
    const ready$ = new BehaviorSubject(isReady);
    const send = vi.fn(async (_report: unknown) => ({}));
    const report = createProblemReport({ ...log, ready$, clock, send: send as never });
    return { ...log, clock, ready$, send, report };
  }

  it('R229 gathers, counts, and tells no more often than it may', async () => {
    const { log: note, clock, send } = setUp();
    note({ what: 'row', code: 'bad_mac' });
    await clock.advance(2_000);
    note({ what: 'row', code: 'bad_mac' });
    note({ what: 'frame', code: 'BAD_FRAME' });
    await clock.advance(2_999);
    expect(send).not.toHaveBeenCalled();
    await clock.advance(1);
    expect(send.mock.calls).toEqual([
      [
        {
          problems: [
            { what: 'row', code: 'bad_mac', about: '', request: '', count: 2, secondsAgo: 3 },
            { what: 'frame', code: 'BAD_FRAME', about: '', request: '', count: 1, secondsAgo: 3 },
          ],
        },
      ],
    ]);
    note({ what: 'push', code: 'BAD_REQUEST' });
    await clock.advance(limits.problemReportEvery - 1);
    expect(send).toHaveBeenCalledTimes(1);
    await clock.advance(1);
    expect(send).toHaveBeenCalledTimes(2);
    expect(clock.timers).toBe(0);
  });

  it('R229 waits for a session and a connection with no more than one report holds, and drops what could not be told', async () => {
    const { log: note, clock, ready$, send } = setUp({ isReady: false });
    for (const one of many) note(one);
    await clock.advance(10 * limits.problemReportEvery);
    expect(send).not.toHaveBeenCalled();
    send.mockRejectedValueOnce(new Fault('TOO_MANY'));
    ready$.next(true);
    await clock.advance(limits.problemBatchWindow);
    expect((send.mock.calls[0]![0] as { problems: unknown[] }).problems).toHaveLength(limits.problemsPerReport);
    await clock.advance(10 * limits.problemReportEvery);
    expect(send).toHaveBeenCalledTimes(1);
  });

  it('R229 what the gateway has seen itself, and reports that fail, are not told', async () => {
    const { log: note, clock, send, entries } = setUp();
    note({ what: 'call', code: 'UNKNOWN', about: 'user.init', known: true });
    note({ what: 'call', code: 'NO_RESPONSE', about: 'support.report' });
    await clock.advance(limits.problemReportEvery);
    expect(send).not.toHaveBeenCalled();
    expect(entries()).toHaveLength(2);
  });
});

describe('R229 an engine at work', () => {
  it('R229 a message that cannot be read is noted by its reason', async () => {
    const alice = await startAlice();
    const row = await alice.pushRow({ ...alice.gateway.addTextFromBob('c1', 'Geheim'), copy: 'none', content: null });
    expect(alice.events.filter(({ type }) => type === 'log')).toMatchObject([
      { problem: { what: 'row', code: 'withheld', message: row.id } },
    ]);
    await alice.close();
  });

  it('R229 a part of a catch-up that is refused is noted, and ends it where it could not be stored', async () => {
    const events: EngineEvent[] = [];
    const parts = [{ conversation: null }, { conversation: { conversionId: 'c1' } }];
    const sync = createSync({
      db: { cursors: { toArray: async () => [] } } as never,
      api: { message: { sync: async () => ({ more: false, parts, notices: [] }) } } as never,
      inbox: {
        storePart: async ({ conversation }: (typeof parts)[number]) => {
          if (conversation) throw new Fault('STORAGE');
        },
      } as never,
      effects: { lastSeq: async () => 0 } as never,
      emit: (event) => events.push(event),
    });
    await expect(sync()).rejects.toMatchObject({ code: 'STORAGE' });
    expect(events).toMatchObject([
      { problem: { what: 'syncPart', code: 'BAD_REQUEST' } },
      { problem: { what: 'syncPart', code: 'STORAGE' } },
    ]);
  });

  it('R229 notes frames, notices and calls that fail, tells the gateway once somebody is signed in, and holds nothing of what was said', async () => {
    const [gateway, clock] = [createFakeGateway(), new Clock()];
    gateway.addChat('kitchen'); // a name that no random id holds by chance
    const engine = await createEngine({
      clock,
      databases: newDatabases(),
      origin: 'http://gateway.test',
      deviceName: 'Chrome on Linux',
      fetch: gateway.fetch,
      openSocket: gateway.openSocket,
      locks: { request: (_, __, whileHeld) => whileHeld() },
    });
    const noted = async () => (await engine.calls.problems({})).map(({ what, code }) => `${what} ${code}`);
    gateway.faults.refuse.set('login.getSms', () => new Fault('UNKNOWN'));
    const refused = await engine.calls.getSms({ phone: '+4917012345678' }).catch((thrown: unknown) => thrown as Fault);
    expect((refused as Fault).request).toMatch(/^[0-9a-f]{16}$/);
    expect(await engine.calls.problems({})).toMatchObject([
      { what: 'call', code: 'UNKNOWN', about: 'login.getSms', request: (refused as Fault).request },
    ]);

    await engine.calls.noteProblem({ what: 'violation', code: 'inline', about: 'script-src' });
    await clock.advance(limits.problemReportEvery);
    expect(gateway.requests('support.report')).toEqual([]);

    gateway.faults.refuse.clear();
    await engine.calls.signIn({ phone: '+4917012345678', code: '123456' });
    await eventually('the socket', () => engine.state$.value.connection.status === 'open');
    gateway.socket().push('pushNotify', { type: 99 as never, conversationId: 'kitchen', identifier: 'Fritz' });
    gateway.socket().receive(new Uint8Array(40).fill(7));
    await eventually('the notes', async () => (await noted()).includes('frame BAD_FRAME'));
    await clock.advance(limits.problemReportEvery);
    await eventually('the report', () => gateway.requests('support.report').length > 0);
    const told = gateway
      .requests('support.report')
      .flatMap(({ problems: list }) => list.map(({ what, code }) => `${what} ${code}`));
    expect(told).toContain('violation inline');
    expect(told).toContain('frame BAD_FRAME');
    expect(told).toContain('notice BAD_REQUEST');
    expect(told).not.toContain('call UNKNOWN');
    expect((await noted()).every((entry) => problemKinds.some((kind) => entry.startsWith(`${kind} `)))).toBe(true);
    expect(JSON.stringify([await engine.calls.problems({}), gateway.requests('support.report')])).not.toMatch(
      /Fritz|49170|kitchen/,
    );
    await engine.close();
  });
});
