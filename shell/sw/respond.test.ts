import { expect, test } from 'vitest';
import { respond } from './respond.ts';
import { responseOf, base, fakePorts } from './testing/fakePorts.ts';

const asking = (path: string, { mode = 'cors', method = 'GET' } = {}) =>
  ({ url: new URL(path, base).href, mode, method }) as Request;
const page = asking('channels/me', { mode: 'navigate' });
const script = 'assets/main.0123abcd.js';

test.each([
  ['a call', asking('/gateway/user/init', { method: 'POST' })],
  ['something to be changed', asking(script, { method: 'PUT' })],
  ['another site', asking(`https://elsewhere.example/chat/${script}`)],
  ['the page of another app', asking('/admin', { mode: 'navigate' })],
  ['the terms, whatever page is kept', asking('terms', { mode: 'navigate' })],
  ['the privacy policy, which may be the operator’s', asking('privacy-policy?from=here', { mode: 'navigate' })],
  ['a file that is never kept', asking('files.json')],
  ['its own script', asking('sw.js')],
])('R158 it keeps out of %s', (_, request) => {
  const { ports, asked } = fakePorts({});
  expect(respond(request, ports)).toBeUndefined();
  expect(asked).toEqual([]);
});

test('R158 a file that is named by its content comes from what is kept, and is not asked for', async () => {
  const { ports, asked } = fakePorts({ [base + script]: 'new' }, { [base + script]: 'kept' });
  expect(await (await respond(asking(script), ports)!).text()).toBe('kept');
  expect(asked).toEqual([]);
});

test('R158 a chunk that is not kept is the network’s: what it answers, and how it fails', async () => {
  const missing = async () => responseOf(base + script, 'Not found', 404);
  expect((await respond(asking(script), fakePorts({ [base + script]: missing }).ports)!).status).toBe(404);
  await expect(respond(asking(script), fakePorts({}).ports)).rejects.toThrow('Failed to fetch');
});

const url = page.url;
const serverError = async () => responseOf(url, 'broken', 503);
const notFound = async () => responseOf(url, 'not found', 404);
const never = () => new Promise<Response>(() => {});

test.each([
  ['the newest is shown', { [url]: 'new' }, 'new'],
  ['a network that is away', {}, 'kept'],
  ['a gateway that is broken', { [url]: serverError }, 'kept'],
  ['a refusal is passed on', { [url]: notFound }, 'not found'],
])('R149 R190 C16 a page, with one kept: %s', async (_, served, expected) => {
  const { ports } = fakePorts(served, { [base]: 'kept' });
  expect(await (await respond(page, ports)!).text()).toBe(expected);
});

test('R149 a network that says nothing is waited for, but not for ever', async () => {
  const { ports, endWait } = fakePorts({ [url]: never }, { [base]: 'kept' });
  const given = respond(page, ports)!;
  expect(await Promise.race([given, Promise.resolve('waiting')])).toBe('waiting');
  endWait();
  expect(await (await given).text()).toBe('kept');
});

test('R158 without a kept page the network’s answer is shown, whatever it is', async () => {
  const { ports, endWait } = fakePorts({ [url]: serverError });
  endWait();
  expect((await respond(page, ports)!).status).toBe(503);
  await expect(respond(page, fakePorts({}).ports)).rejects.toThrow('Failed to fetch');
});

test.each(['engine.js', 'recorderWorklet.js'])(
  'R190 %s is taken fresh, and from what is kept without a network',
  async (file) => {
    const engine = asking(file);
    expect(
      await (await respond(engine, fakePorts({ [engine.url]: 'new' }, { [engine.url]: 'kept' }).ports)!).text(),
    ).toBe('new');
    expect(await (await respond(engine, fakePorts({}, { [engine.url]: 'kept' }).ports)!).text()).toBe('kept');
  },
);
