// oxlint-disable-next-line no-restricted-imports -- the bytes are compared with what the gateway reads
import { decode } from '@amber/proto/codec';
import type { RemoteEvent } from '@amber/proto';
import { expect, it } from 'vitest';
import { reportBody } from './reportBody.ts';

it('R208 what a beacon carries is what the gateway reads', () => {
  const events: RemoteEvent[] = [
    { remote: 'chat', version: '1.0.0', kind: 'load', milliseconds: 0, type: '', stack: '' },
    { remote: 'chat', version: '1.0.0', kind: 'ready', milliseconds: 120_000, type: '', stack: '' },
    { remote: 'ai', version: `2.0.0-${'ä'.repeat(100)}`, kind: 'error', milliseconds: 0, type: 'timeout', stack: '' },
    {
      remote: 'ai',
      version: '2.0.0',
      kind: 'crash',
      milliseconds: 127,
      type: 'thrown',
      stack: 'assets/a.js:1:2\nremoteEntry.js:3:4',
    },
  ];
  for (const ticket of ['', 'alice.1800000000000.mac'.repeat(9)])
    for (const testerEvents of [[], events])
      expect(decode('ReportRequest', reportBody({ events, testerEvents, ticket }))).toEqual({
        events,
        testerEvents,
        ticket,
      });
});
