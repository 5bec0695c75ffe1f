import { limits } from '@amber/proto/limits';
import { expect, it } from 'vitest';
import { createReport, type ReportBody } from './report.ts';

/** The version that this browser has from a tester's link. */
const tested = '9.0.0';

function create(ticket: () => Promise<string>) {
  const sent: ReportBody[] = [];
  const left: ReportBody[] = [];
  const timers: { run: () => void; after: number }[] = [];
  const ports = createReport({
    api: {
      ticket,
      report: async (report) => {
        sent.push(report);
        throw new Error('no gateway');
      },
      beacon: (report) => left.push(report),
    },
    isTested: (_, version) => version === tested,
    stackOf: async (thrown) => {
      if (thrown === 'offline') throw new Error('the file did not come');
      return `a.js:1:${String(thrown)}`;
    },
    clock: { setTimeout: (run, after) => timers.push({ run, after }) },
  });
  return { ...ports, sent, left, timers };
}

const load = { remote: 'chat', version: '1.0.0', kind: 'load' } as const;
const done = () => new Promise((resolve) => setTimeout(resolve));

it('R155 events go out together, a bounded number of them, and nothing that fails is noticed', async () => {
  const { report, sent, timers } = create(async () => 'ticket');
  report(load);
  report({ remote: 'chat', version: '1.0.0', kind: 'ready', milliseconds: 120 });
  for (let count = 0; count < 2 * limits.reportMax; count += 1)
    report({ remote: 'ai', version: '1.0.0', kind: 'crash', type: 'thrown' });
  expect(timers.map(({ after }) => after)).toEqual([limits.reportEvery]);
  timers[0]!.run();
  await done();
  expect(sent).toMatchObject([{ ticket: 'ticket' }]);
  expect(sent[0]!.events).toHaveLength(limits.reportMax);
  expect(sent[0]!.events.slice(0, 2)).toEqual([
    { remote: 'chat', version: '1.0.0', kind: 'load', milliseconds: 0, type: '', stack: '' },
    { remote: 'chat', version: '1.0.0', kind: 'ready', milliseconds: 120, type: '', stack: '' },
  ]);
  report(load);
  expect(timers).toHaveLength(2);
});

it('R208 a page that is left at once tells what it has seen, once', async () => {
  const { report, flush, sent, left, timers } = create(async () => 'ticket');
  flush();
  expect(left).toEqual([]);
  report(load);
  await done();
  flush();
  expect(left).toMatchObject([{ events: [load], ticket: 'ticket' }]);
  timers[0]!.run();
  await done();
  expect(sent).toEqual([]);
});

it('R208 where no ticket can be had, it is told as a visitor tells it', async () => {
  const { report, sent, timers } = create(() => Promise.reject(new Error('offline')));
  report(load);
  timers[0]!.run();
  await done();
  expect(sent).toMatchObject([{ ticket: '' }]);
});

it('R209 tells apart what it has seen of a release that this browser tests', async () => {
  const { report, flush, left } = create(async () => 'ticket');
  report(load);
  report({ ...load, version: tested });
  await done();
  flush();
  expect(left).toMatchObject([{ events: [load], testerEvents: [{ ...load, version: tested }], ticket: 'ticket' }]);
});

it('R157 a crash goes out with its stack, or without it when that is not there; a report has five at most', async () => {
  const { report, flush, left } = create(async () => 'ticket');
  const crash = { remote: 'chat', version: '1.0.0', kind: 'crash', type: 'thrown' } as const;
  report({ ...load, kind: 'error', type: 'timeout' }, 1);
  report(crash, 2);
  report(crash, 'offline');
  report(crash);
  for (let column = 3; column < 9; column += 1) report(crash, column);
  await done();
  flush();
  expect(left[0]!.events.map(({ stack }) => stack)).toEqual([
    '',
    'a.js:1:2',
    '',
    '',
    'a.js:1:3',
    'a.js:1:4',
    'a.js:1:5',
    '',
    '',
    '',
  ]);
  report(crash, 9);
  flush();
  expect(left[1]!.events).toMatchObject([{ stack: '' }]);
});
