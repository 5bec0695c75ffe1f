// Encodes a report's bytes for a beacon. The codec is in the engine, and a page encodes nothing else.
import type { RemoteEvent } from '@amber/proto';
import type { ReportBody } from './report.ts';

const kinds = ['load', 'ready', 'error', 'crash'] as const satisfies RemoteEvent['kind'][];

const varint = (value: number): number[] =>
  value < 0x80 ? [value] : [(value % 0x80) + 0x80, ...varint(Math.floor(value / 0x80))];

const delimited = (field: number, bytes: Iterable<number>): number[] => {
  const all = [...bytes];
  return all.length === 0 ? [] : [field * 8 + 2, ...varint(all.length), ...all];
};
const text = (field: number, value: string): number[] => delimited(field, new TextEncoder().encode(value));
const number = (field: number, value: number): number[] => (value === 0 ? [] : [field * 8, ...varint(value)]);

/** The field numbers are those of rollout.proto. */
export function reportBody({ events, testerEvents, ticket }: ReportBody): Uint8Array<ArrayBuffer> {
  const list = (field: number, some: readonly RemoteEvent[]) =>
    some.flatMap(({ remote, version, kind, milliseconds, type, stack }) =>
      delimited(field, [
        ...text(1, remote),
        ...text(2, version),
        ...number(3, kinds.indexOf(kind)),
        ...number(4, milliseconds),
        ...text(5, type),
        ...text(6, stack),
      ]),
    );
  return new Uint8Array([...list(1, events), ...text(2, ticket), ...list(3, testerEvents)]);
}
