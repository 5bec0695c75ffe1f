// A page of another origin can do nothing with this gateway or with a person signed in to it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encode } from '@amber/proto/codec';
import { accountOf } from '../kit/accountOf.ts';
import { expect, test } from '../kit/world.ts';

/** Each tries to have a code sent, or to rename the signed-in person, and reports what it could read. */
const attempts = [
  'a call as the app makes it',
  'a call with the token',
  'a call as plain text',
  'a call as a form',
  'a call without asking the browser',
  'a call with cookies',
  'a beacon',
  'a form that is sent',
  'a frame',
  'a socket',
] as const;

test('T22 ten ways of a hostile page have no effect', async ({ person, browser, world }) => {
  const ann = await person('Ann Attacked');
  const { token } = await accountOf(ann.page);
  const evil = createServer((_, answer) =>
    answer.setHeader('content-type', 'text/html').end('<!doctype html><title>Prize</title><p>You have won.'),
  );
  await new Promise<void>((resolve) => {
    evil.listen(0, '127.0.0.1', resolve);
  });
  const context = await browser.newContext();
  const page = await context.newPage();
  // Another name for this machine: another site.
  await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);

  const victim = '+49300000';
  const sms = (attempt: number) =>
    Buffer.from(encode('GetSmsRequest', { phone: `${victim}${attempt}`, deviceId: 'd' })).toString('base64');
  const rename = Buffer.from(encode('UpdateUserInfoRequest', { lastName: 'Hacked', avatar: '' })).toString('base64');
  const gateway = new URL(world.url).origin;

  const learnt = await page.evaluate(
    async ({ gateway: at, token: stolen, codes, renaming, names }) => {
      const bytes = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
      const protobuf = { 'content-type': 'application/x-protobuf' };
      const read = async (url: string, init: RequestInit) => {
        const answer = await fetch(url, { method: 'POST', ...init });
        return answer.type === 'opaque' ? 'nothing' : `an answer of ${(await answer.arrayBuffer()).byteLength} bytes`;
      };
      const sms = (index: number) => bytes(codes[index]!);
      const ways: Record<(typeof names)[number], () => unknown> = {
        'a call as the app makes it': () => read(`${at}/gateway/getSms`, { headers: protobuf, body: sms(0) }),
        'a call with the token': () =>
          read(`${at}/gateway/user/updateUserInfo`, { headers: { ...protobuf, token: stolen }, body: bytes(renaming) }),
        'a call as plain text': () =>
          read(`${at}/gateway/getSms`, { headers: { 'content-type': 'text/plain' }, body: sms(2) }),
        'a call as a form': () => read(`${at}/gateway/getSms`, { body: new URLSearchParams({ phone: '+493' }) }),
        'a call without asking the browser': () =>
          read(`${at}/gateway/getSms`, { mode: 'no-cors', body: new Blob([sms(4)]) }),
        'a call with cookies': () =>
          read(`${at}/gateway/user/updateUserInfo`, { mode: 'no-cors', credentials: 'include', body: bytes(renaming) }),
        'a beacon': () => (
          navigator.sendBeacon(`${at}/gateway/getSms`, new Blob([sms(6)], { type: 'application/x-protobuf' })),
          'nothing'
        ),
        'a form that is sent': () => {
          const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { name: 'sink' }));
          const form = document.body.appendChild(
            Object.assign(document.createElement('form'), {
              method: 'post',
              action: `${at}/gateway/getSms`,
              target: frame.name,
              enctype: 'text/plain',
            }),
          );
          form.submit();
          return 'nothing';
        },
        'a frame': () =>
          new Promise((resolve) => {
            const frame = Object.assign(document.createElement('iframe'), { src: `${at}/chat/` });
            frame.addEventListener('load', () => {
              resolve(frame.contentDocument ? 'the page' : 'nothing');
            });
            document.body.append(frame);
          }),
        'a socket': () =>
          new Promise((resolve) => {
            const socket = new WebSocket(`${at.replace('http', 'ws')}/gateway/socket`);
            socket.addEventListener('open', () => resolve('a socket'));
            socket.addEventListener('error', () => resolve('nothing'));
          }),
      };
      const outcomes: Record<string, unknown> = {};
      for (const name of names)
        outcomes[name] = await Promise.resolve()
          .then(ways[name])
          .catch(() => 'nothing');
      return outcomes;
    },
    { gateway, token, codes: attempts.map((_, index) => sms(index)), renaming: rename, names: attempts },
  );

  expect(learnt).toEqual(Object.fromEntries(attempts.map((name) => [name, 'nothing'])));
  await page.waitForTimeout(500);
  expect(world.gateway.output()).not.toContain(victim);
  await ann.page.goto(`${world.url}settings/profile`);
  await expect(ann.page.getByRole('textbox', { name: 'Name' })).toHaveValue('Ann Attacked');
  await context.close();
  evil.close();
});
