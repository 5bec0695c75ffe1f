import { limits } from '@amber/proto/limits';
import { expect, test } from 'vitest';
import { checkEndpoint, isPublic, publicLookup } from './endpoint.ts';

const checked = (text: string, loopback = false) => {
  try {
    return checkEndpoint(text, { limits, loopback });
  } catch {
    return 'refused';
  }
};

test.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://web.push.apple.com/QGu',
])('a push service of a browser is taken: %s', (text) => {
  expect(checked(text)).toBe(text);
});

test.each([
  'http://push.example.org/a',
  'https://push.example.org:8443/a',
  'https://me:secret@push.example.org/a',
  'https://push.example.org/a#b',
  'https://127.0.0.1/a',
  'https://10.1.2.3/a',
  'https://[::1]/a',
  'https://[::ffff:10.0.0.1]/a',
  'https://0x7f000001/a',
  'https://localhost/a',
  'https://gateway/a',
  'https://db.internal/a',
  'https://printer.local/a',
  'http://127.0.0.1:9000/a',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'nonsense',
  '',
  `https://push.example.org/${'a'.repeat(limits.pushEndpointMax)}`,
])('an address that leads elsewhere is refused: %s', (text) => {
  expect(checked(text)).toBe('refused');
});

test('an address on this machine is for tests alone', () => {
  expect(checked('http://127.0.0.1:9000/a', true)).toBe('http://127.0.0.1:9000/a');
  expect(checked('http://10.0.0.1:9000/a', true)).toBe('refused');
});

test.each([
  ['8.8.8.8', true],
  ['2a00:1450:4001:830::200a', true],
  ['10.0.0.1', false],
  ['100.64.0.1', false],
  ['127.0.0.2', false],
  ['169.254.169.254', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['::', false],
  ['::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['fc00::1', false],
  ['fe80::1', false],
  ['2002:0a00:0001::', false],
  ['2001:db8::1', false],
  ['2001::1', false],
  ['4000::1', false],
  ['fec0::1', false],
  ['64:ff9b:1::a00:1', false],
  ['192.88.99.1', false],
  ['198.19.0.1', false],
  ['0.0.0.0', false],
  ['134744072', false],
  ['8.8.8', false],
  ['nonsense', false],
])('whether %s is on the internet: %s', (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});

test('a name that leads to this machine is refused when it is looked up', async () => {
  const error = await new Promise((done) => {
    publicLookup('localhost', {}, done);
  });
  expect(error).toMatchObject({ message: 'The push service has no public address' });
});
