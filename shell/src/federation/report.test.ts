import type { RemoteEvent } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { expect, it } from 'vitest';
import { createReport } from './report.ts';

it('R155 events go out together, a bounded number of them, and nothing that fails is noticed', async () => {
  const sent: RemoteEvent[][] = [];
  const timers: { run: () => void; after: number }[] = [];
  const report = createReport({
    send: (events) => {
      sent.push(events);
      throw new Error('no gateway');
    },
    setTimeout: (run, after) => timers.push({ run, after }),
  });
  report({ remote: 'chat', version: '1.0.0', kind: 'load' });
  report({ remote: 'chat', version: '1.0.0', kind: 'ready', milliseconds: 120 });
  for (let count = 0; count < 2 * limits.reportMax; count += 1)
    report({ remote: 'ai', version: '1.0.0', kind: 'crash', type: 'thrown' });
  expect(timers.map(({ after }) => after)).toEqual([limits.reportEvery]);
  timers[0]!.run();
  await Promise.resolve();
  expect(sent).toHaveLength(1);
  expect(sent[0]).toHaveLength(limits.reportMax);
  expect(sent[0]!.slice(0, 2)).toEqual([
    { remote: 'chat', version: '1.0.0', kind: 'load', milliseconds: 0, type: '' },
    { remote: 'chat', version: '1.0.0', kind: 'ready', milliseconds: 120, type: '' },
  ]);
  report({ remote: 'chat', version: '1.0.0', kind: 'load' });
  expect(timers).toHaveLength(2);
});
