import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { boundedFetch } from './boundedFetch.ts';

let chunks: readonly string[] = [];
const server = createServer((_request, answer) => {
  // Each write is a chunk of its own, because the next one follows in a later turn.
  const sendNext = (at: number): void => {
    if (at === chunks.length) return void answer.end();
    answer.write(chunks[at]!, () => setImmediate(sendNext, at + 1));
  };
  answer.writeHead(200);
  sendNext(0);
});
beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
afterAll(() => server.close());

async function read(parts: readonly string[]): Promise<string> {
  chunks = parts;
  const { port } = server.address() as AddressInfo;
  const answer = await boundedFetch(`http://127.0.0.1:${port}/`, {}, { bytesMax: 60, eventMax: 20 });
  return answer.text();
}

test.each([
  ['events', ['data: 0123456789\n\ndata: 0123456789\n\n', 'data: 0123456789\n\n']],
  ['events that end with CRLF', ['data: 0123456789\r', '\n\r', '\ndata: 0123456789\r\n\r\n']],
])('%s within the limit pass', async (_, parts) => {
  expect(await read(parts)).toBe(parts.join(''));
});

test.each([
  ['one line without an end', ['data: 0123456789', '0123456789']],
  ['lines without an empty one', [': 0123456789\n', ': 0123456789\n']],
  ['lines of one letter', ['x\nx\nx\nx\nx\nx\n', 'x\nx\nx\nx\nx\nx\n']],
  ['a whole answer', Array<string>(5).fill('data: 01234567\n\n')],
])('%s that is too long fails', async (_, parts) => {
  await expect(read(parts)).rejects.toThrow(/too long/);
});
