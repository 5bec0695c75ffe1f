import { describe, expect, test } from 'vitest';
import { isCandidate, readDescription } from './sessionDescription.ts';

const fingerprint = `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`;
const sdp = (...lines: string[]) =>
  [
    'v=0',
    'o=- 1 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'm=audio 9 UDP/TLS/RTP/SAVPF 111',
    fingerprint,
    ...lines,
    '',
  ].join('\r\n');

describe('the description of the other device', () => {
  test('R142 one of a sound with a certificate is taken, without its candidates', () => {
    expect(readDescription(sdp('a=candidate:1 1 udp 1 192.0.2.1 9 typ host', 'a=mid:0'))).toBe(sdp('a=mid:0'));
  });

  test('R142 one picture is taken where a signal adds it, and nothing else', () => {
    const video = 'm=video 9 UDP/TLS/RTP/SAVPF 96';
    const read = (text: string) => readDescription(text, { picture: true });
    expect(read(sdp(video))).toBe(sdp(video));
    expect(read(sdp())).toBe(sdp());
    for (const wrong of [
      sdp(video, video),
      sdp('m=audio 9 UDP/TLS/RTP/SAVPF 111'),
      sdp('m=application 9 UDP/DTLS/SCTP webrtc-datachannel'),
      sdp().replace('m=audio 9 UDP/TLS/RTP/SAVPF 111', video),
    ])
      expect(read(wrong)).toBeNull();
  });

  test.each([
    ['nothing', ''],
    ['no text', { sdp: sdp() }],
    ['a very long one', sdp(`a=x:${'y'.repeat(20_000)}`)],
    ['one without a certificate', sdp().replace(`${fingerprint}\r\n`, '')],
    ['a certificate by a weak hash', sdp().replace('sha-256', 'sha-1')],
    ['a second, other certificate', sdp('a=fingerprint:sha-1 AB')],
    ['a video', sdp('m=video 9 UDP/TLS/RTP/SAVPF 96')],
    ['data instead of sound', sdp().replace('m=audio 9 UDP/TLS/RTP/SAVPF 111', 'm=application 9 UDP/DTLS/SCTP x')],
    ['a sound that is not encrypted', sdp().replace('UDP/TLS/RTP/SAVPF', 'RTP/AVP')],
    ['a key in the text', sdp('k=clear:secret')],
    ['a line of another kind', sdp('hello')],
  ])('R142 %s is refused', (_, text) => expect(readDescription(text)).toBeNull());
});

describe('a candidate', () => {
  const of = (address: string) => `candidate:842163049 1 udp 1677729535 ${address} 46154 typ host generation 0`;

  test.each(['192.0.2.1', '2001:db8::1', '3f0ca5a5-65bb-4aef-9a8f-0fd14b4fd2ff.local'])(
    'R142 %s is an address',
    (one) => expect(isCandidate(of(one))).toBe(true),
  );

  test.each(['evil.example', 'localhost', 'x.local', 'router.local', '::1.evil', ''])('R142 %j is none', (one) =>
    expect(isCandidate(of(one))).toBe(false),
  );

  test('R142 other texts are none', () => {
    expect(isCandidate(`${of('192.0.2.1')}\r\na=fingerprint:x`)).toBe(false);
    expect(isCandidate(of('192.0.2.1').replace('typ host', 'typ other'))).toBe(false);
    expect(isCandidate('')).toBe(true);
  });
});
