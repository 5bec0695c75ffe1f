import type { CallPush, PersonalCall } from '@amber/proto';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import { NEVER, Subject } from 'rxjs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCallController } from './callController.ts';
import type { CallOffer, CallPorts, StoredCall } from './callPorts.ts';
import { createCallSignals, newCallSecret, readCallSecret } from './callSignals.ts';

const sdp = [
  'v=0',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, () => 'AB').join(':')}`,
  '',
].join('\r\n');
const me = { identifier: 'me', deviceId: 'here' };
const bob = { conversationId: 'chat', identifier: 'bob' };

const push = (fields: Partial<CallPush>): CallPush => ({
  callId: 'call of bob',
  ...bob,
  ended: false,
  outcome: 'none',
  answeringDeviceId: '',
  signal: new Uint8Array(),
  ...fields,
});
const callOf = (fields: Partial<PersonalCall>): PersonalCall => ({
  callId: 'own',
  conversationId: 'chat',
  identifier: 'me',
  deviceId: 'here',
  answeringDeviceId: '',
  state: 'ringing',
  outcome: 'none',
  since: 0,
  ...fields,
});

/** This page, with a gateway that agrees and a microphone that works. */
function page(ports: Partial<CallPorts> = {}) {
  const done: string[] = [];
  const sent: { cmdId: string; body: unknown }[] = [];
  const offers = new Map<string, CallOffer>();
  const open = (device: 'microphone' | 'camera') => {
    const track = { stop: () => done.push(`${device} off`), enabled: true, onended: () => {} };
    const tracks = { microphone: 'getAudioTracks', camera: 'getVideoTracks' } as const;
    return { track, stream: { getTracks: () => [track], [tracks[device]]: () => [track] } as unknown as MediaStream };
  };
  const { track, stream } = open('microphone');
  const camera = open('camera');
  let stored: StoredCall | null = null;
  let ids = 0;
  let onState: (state: RTCPeerConnectionState) => void = () => {};
  let onPicture: (picture: MediaStream | null) => void = () => {};
  const controller = createCallController({
    me: () => me,
    api: {
      start: async ({ callId }) => (done.push('start'), { call: callOf({ callId: callId! }), refusal: 'none' }),
      answer: async ({ callId }) => (
        done.push('answer'),
        { call: callOf({ callId: callId!, state: 'answered', answeringDeviceId: 'here' }) }
      ),
      renew: async ({ callId }) => (done.push('renew'), { call: callOf({ callId: callId! }) }),
      end: async ({ callId }) => (done.push('end'), { call: callOf({ callId: callId!, state: 'ended' }) }),
    },
    sendCommand: async ({ id, cmdId, body, conversationId }) => {
      sent.push({ cmdId, body });
      if (cmdId === 'callOffer')
        offers.set(id, {
          conversationId,
          identifier: 'me',
          video: undefined,
          at: Date.now(),
          ...(body as { secret: string; sdp: string }),
        });
    },
    reconnect: async () => void done.push('reconnect'),
    signalCall: async () => void done.push('signal'),
    offerOf: async (callId, signal) => {
      while (!offers.has(callId) && !signal.aborted) await vi.advanceTimersByTimeAsync(10);
      return offers.get(callId) ?? null;
    },
    newMessageId: () => `own ${(ids += 1)}`,
    openMicrophone: async () => (done.push('microphone'), stream),
    openCamera: async () => (done.push('camera'), camera.stream),
    openBoth: async () => (done.push('microphone', 'camera'), { microphone: stream, camera: camera.stream }),
    devicesChanged$: NEVER,
    networkChanged$: NEVER,
    routesTo: async () => ({ iceServers: [], iceTransportPolicy: 'all' }),
    createPeer: (options) => {
      done.push('connection');
      onState = options.onState;
      onPicture = options.onPicture;
      return {
        offer: async () => sdp,
        answer: async () => sdp,
        accept: async () => void done.push('accepted'),
        receive: () => void done.push('received'),
        replaceSound: () => void done.push('sound'),
        sendPicture: (picture) => void done.push(picture ? 'picture' : 'no picture'),
        restart: () => void done.push('restart'),
        startSignalling: () => void done.push('signalling'),
        resume: () => void done.push(options.isWaiting ? 'waiting' : 'resumed'),
        close: () => void done.push('closed'),
      };
    },
    play: () => () => {},
    stored: { load: () => stored, save: (call) => void (stored = call) },
    claim: async () => () => void done.push('released'),
    ...ports,
  });
  return {
    ...controller,
    done,
    sent,
    track,
    cameraTrack: camera.track,
    show: (picture: MediaStream | null) => onPicture(picture),
    state: () => controller.state$.value,
    stored: () => stored,
    /** Stores an offer of Bob's as this device has decrypted it. */
    offer(callId = 'call of bob', fields: Partial<CallOffer> = {}) {
      offers.set(callId, { ...bob, secret: newCallSecret(), sdp, video: false, at: Date.now(), ...fields });
      return offers.get(callId)!;
    },
    connect: (state: RTCPeerConnectionState = 'connected') => onState(state),
    settle: () => vi.advanceTimersByTimeAsync(50),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a call that rings here', () => {
  test('R142 says so to the caller again while it rings, because a signal can be lost', async () => {
    const one = page();
    one.offer();
    one.receive(push({}));
    await one.settle();
    await expect.poll(() => one.done).toEqual(['signal']);
    await vi.advanceTimersByTimeAsync(5_000);
    await expect.poll(() => one.done).toEqual(['signal', 'signal']);
    one.hangUp();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(one.done.filter((what) => what === 'signal')).toHaveLength(2);
  });

  test('R142 opens no microphone and no connection before it is accepted', async () => {
    const one = page();
    one.offer();
    one.receive(push({}));
    await one.settle();
    expect(one.state()).toMatchObject({ status: 'incoming', ...bob });
    await expect.poll(() => one.done).toEqual(['signal']);
    await one.accept();
    expect(one.done).toEqual(['signal', 'microphone', 'connection', 'answer', 'signalling']);
    expect(one.sent).toEqual([{ cmdId: 'callAnswer', body: { callId: 'call of bob', sdp, video: false } }]);
    one.connect();
    expect(one.state()).toMatchObject({ status: 'connected' });
    await vi.advanceTimersByTimeAsync(2 * limits.callRingFor);
    expect(one.state()).toMatchObject({ status: 'connected' });
    one.setMuted(true);
    expect([one.track.enabled, one.state()!.isMuted]).toEqual([false, true]);
    one.hangUp();
    expect(one.state()).toBeNull();
    expect(one.done.slice(-4)).toEqual(['closed', 'microphone off', 'released', 'end']);
    expect(one.stored()).toBeNull();
  });

  test('R142 is declined without a microphone', async () => {
    const one = page();
    one.offer();
    one.receive(push({}));
    await one.settle();
    await expect.poll(() => one.done).toEqual(['signal']);
    one.hangUp();
    expect([one.done, one.sent]).toEqual([['signal', 'end'], []]);
  });

  test('R142 stops when another device answers, and says so; another tab of this browser stops silently', async () => {
    for (const [answeringDeviceId, expected] of [
      ['phone', 'elsewhere'],
      ['here', undefined],
    ] as const) {
      const one = page();
      one.offer();
      one.receive(push({}));
      await one.settle();
      one.receive(push({ answeringDeviceId }));
      expect(one.state()?.end).toBe(expected);
    }
  });

  test('R142 is missed when the caller gives up, or after a minute', async () => {
    for (const finish of ['push', 'time']) {
      const one = page();
      one.offer();
      one.receive(push({}));
      await one.settle();
      if (finish === 'push') one.receive(push({ ended: true, outcome: 'missed' }));
      else await vi.advanceTimersByTimeAsync(limits.callRingFor);
      expect(one.state()).toMatchObject({ status: 'ended', end: 'missed' });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(one.state()).toBeNull();
    }
  });

  test.each([
    ['whose offer has not arrived', null],
    ['whose offer somebody else has made', { identifier: 'mallory' }],
    ['whose offer is of another chat', { conversationId: 'other chat' }],
    ['whose offer is old', { at: Date.now() - 3_600_000 }],
    ['without a secret', { secret: 'short' }],
    ['with a video', { sdp: `${sdp}m=video 9 UDP/TLS/RTP/SAVPF 96\r\n` }],
    ['without a certificate', { sdp: sdp.replace(/a=fingerprint.*\r\n/, '') }],
  ])('R142 one %s does not ring', async (_, fields) => {
    const one = page();
    if (fields) one.offer('call of bob', fields);
    one.receive(push({}));
    await one.settle();
    expect([one.state(), one.done]).toEqual([null, []]);
    one.receive(push({ ended: true }));
  });

  test('R142 one that was shown does not ring again, and one that was over before its offer came never does', async () => {
    const one = page();
    one.offer();
    one.receive(push({}));
    await one.settle();
    one.hangUp();
    one.receive(push({}));
    await one.settle();
    expect(one.state()).toBeNull();

    one.receive(push({ callId: 'second' }));
    one.receive(push({ callId: 'second', ended: true }));
    one.offer('second');
    await one.settle();
    expect(one.state()).toBeNull();
  });

  test('R142 a microphone that is refused ends it, with the reason', async () => {
    const one = page({ openMicrophone: () => Promise.reject(new Fault('MIC_REFUSED')) });
    one.offer();
    one.receive(push({}));
    await expect.poll(() => one.done).toEqual(['signal']);
    await one.accept();
    expect(one.state()).toMatchObject({ status: 'ended', end: 'failed', fault: 'MIC_REFUSED' });
    expect(one.done).toEqual(['signal', 'end']);
  });

  test('R142 another device was faster', async () => {
    const one = page();
    const late = page({
      api: {
        ...({} as CallPorts['api']),
        answer: async () => ({ call: callOf({ state: 'answered', answeringDeviceId: 'phone' }) }),
      },
    });
    for (const each of [one, late]) {
      each.offer();
      each.receive(push({}));
      await each.settle();
      await each.accept();
    }
    expect(late.state()).toMatchObject({ status: 'ended', end: 'elsewhere' });
    expect(late.sent).toEqual([]);
  });
});

describe('a call that this person makes', () => {
  async function calling(ports: Partial<CallPorts> = {}) {
    const one = page(ports);
    const started = one.start(bob);
    await one.settle();
    await started;
    return { ...one, callId: one.state()?.callId ?? '' };
  }

  test('R142 says that it rings once a device of the other says so, and is connected by its answer', async () => {
    const one = await calling();
    expect(one.state()).toMatchObject({ status: 'calling', ...bob });
    expect(one.done).toEqual(['microphone', 'start', 'connection']);
    const { secret } = one.sent[0]!.body as { secret: string };
    const theirs = await createCallSignals({ secret: readCallSecret(secret)!, callId: one.callId, side: 'callee' });
    const stranger = await createCallSignals({
      secret: readCallSecret(newCallSecret())!,
      callId: one.callId,
      side: 'callee',
    });
    for (const [signals, status] of [
      [stranger, 'calling'],
      [theirs, 'ringing'],
    ] as const) {
      one.receive(push({ callId: one.callId, signal: await signals.encrypt({ kind: 'ringing' }) }));
      await one.settle();
      // The key is derived outside of the fake clock.
      await expect.poll(() => one.state()!.status).toBe(status);
    }
    const body = JSON.stringify({ callId: one.callId, sdp });
    for (const wrong of [
      { ...bob, identifier: 'mallory', body },
      { ...bob, conversationId: 'other', body },
      { ...bob, body: JSON.stringify({ callId: 'other', sdp }) },
      { ...bob, body: JSON.stringify({ callId: one.callId, sdp: 'v=0' }) },
    ])
      one.receiveAnswer(wrong);
    expect(one.done).not.toContain('accepted');
    one.receiveAnswer({ ...bob, body });
    one.receiveAnswer({ ...bob, body });
    expect(one.done.filter((what) => what === 'accepted')).toHaveLength(1);
    expect(one.state()).toMatchObject({ status: 'connecting' });
    one.connect();
    one.receive(push({ callId: one.callId, ended: true, outcome: 'completed' }));
    expect(one.state()).toMatchObject({ status: 'ended', end: 'hungUp' });
    expect(one.sent.at(-1)).toMatchObject({ cmdId: 'callEnd', body: { callId: one.callId, outcome: 'completed' } });
    expect(one.done).toContain('microphone off');
  });

  test.each([
    ['busy', 'busy'],
    ['inCall', 'inCall'],
  ] as const)('R142 the other is %s', async (refusal, end) => {
    const one = await calling({ api: { start: async () => ({ call: null, refusal }) } as unknown as CallPorts['api'] });
    expect(one.state()).toMatchObject({ status: 'ended', end });
    expect([one.done, one.sent]).toEqual([['microphone', 'microphone off'], []]);
  });

  test('R142 nobody answers', async () => {
    const one = await calling();
    one.receive(push({ callId: one.callId, ended: true, outcome: 'missed' }));
    expect(one.state()).toMatchObject({ status: 'ended', end: 'noAnswer' });
    expect(one.sent.at(-1)).toMatchObject({ cmdId: 'callEnd', body: { outcome: 'missed', duration: 0 } });
  });

  test('R142 without a microphone nobody is called', async () => {
    const one = await calling({ openMicrophone: () => Promise.reject(new Fault('MIC_NONE')) });
    expect(one.state()).toMatchObject({ end: 'failed', fault: 'MIC_NONE' });
    expect(one.done).toEqual(['end']);
  });

  test('R142 renews its lease, and ends when the gateway has ended it', async () => {
    const one = await calling();
    await vi.advanceTimersByTimeAsync(2 * limits.callRenewEvery);
    expect(one.done.filter((what) => what === 'renew')).toHaveLength(2);
    const lost = await calling({
      api: {
        start: async ({ callId }: { callId: string }) => ({ call: callOf({ callId }), refusal: 'none' }),
        renew: async () => ({ call: callOf({ state: 'ended', outcome: 'lost' }) }),
      } as unknown as CallPorts['api'],
    });
    await vi.advanceTimersByTimeAsync(limits.callRenewEvery);
    expect(lost.state()).toMatchObject({ status: 'ended', end: 'lost' });
  });

  test('R142 renews its lease at once when the gateway is back, because little of it may be left', async () => {
    let isBack = false;
    const renewed: number[] = [];
    const renew = async ({ callId }: { callId: string }) => {
      renewed.push(Date.now());
      if (!isBack) throw new Fault('NO_RESPONSE');
      return { call: callOf({ callId }) };
    };
    const start = async ({ callId }: { callId: string }) => ({ call: callOf({ callId }), refusal: 'none' });
    await calling({ api: { start, renew } as unknown as CallPorts['api'] });
    await vi.advanceTimersByTimeAsync(limits.callRenewEvery + 5_000);
    isBack = true;
    const back = Date.now();
    await vi.advanceTimersByTimeAsync(limits.callRenewEvery);
    expect(renewed.find((at) => at >= back)! - back).toBeLessThanOrEqual(1_000);
    expect(renewed.filter((at) => at >= back)).toHaveLength(1);
  });

  test('R142 a lost connection is looked for, and given up after a while', async () => {
    const one = await calling();
    one.receiveAnswer({ ...bob, body: JSON.stringify({ callId: one.callId, sdp }) });
    one.connect();
    one.connect('disconnected');
    expect(one.state()).toMatchObject({ status: 'reconnecting' });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(one.done).toContain('restart');
    one.connect();
    expect(one.state()).toMatchObject({ status: 'connected' });
    one.connect('failed');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(one.done.at(-1)).toBe('end');
  });

  test('R142 two devices that do not reach each other are told so, at once or after a while', async () => {
    for (const fails of [true, false]) {
      const one = await calling();
      one.receiveAnswer({ ...bob, body: JSON.stringify({ callId: one.callId, sdp }) });
      if (fails) one.connect('failed');
      else await vi.advanceTimersByTimeAsync(limits.callLease);
      expect(one.state()).toMatchObject({ status: 'ended', end: 'unreachable' });
      expect(one.sent.at(-1)).toMatchObject({ cmdId: 'callEnd', body: { outcome: 'lost', duration: 0 } });
      expect(one.done.at(-1)).toBe('end');
    }
  });

  test('R142 ends at once, also when the gateway does not answer', async () => {
    const one = page({
      api: {
        start: () => new Promise(() => {}),
        end: () => Promise.reject(new Fault('NO_RESPONSE')),
      } as unknown as CallPorts['api'],
    });
    void one.start(bob);
    await one.settle();
    one.hangUp();
    expect([one.state(), one.done.at(-1)]).toEqual([null, 'microphone off']);
    await vi.advanceTimersByTimeAsync(60_000);
  });
});

describe('two people who call each other', () => {
  test('R142 the one whose call gives way answers the other’s without a second press', async () => {
    const one = page({
      api: {
        start: async () => ({ call: callOf({ callId: 'call of bob', identifier: 'bob' }), refusal: 'none' }),
        answer: async ({ callId }: { callId: string }) => ({
          call: callOf({ callId, state: 'answered', answeringDeviceId: 'here' }),
        }),
      } as unknown as CallPorts['api'],
    });
    one.offer();
    await one.start(bob);
    expect(one.state()).toMatchObject({ callId: 'call of bob', status: 'connecting' });
    expect(one.sent.map(({ cmdId }) => cmdId)).toEqual(['callAnswer']);
  });

  test.each(['the ring', 'the end of the own one'])(
    'R142 the other’s call is taken up when it replaces the own one, whatever comes first: %s',
    async (first) => {
      const one = page();
      await one.start(bob);
      const own = one.state()!.callId;
      const pushes = [push({}), push({ callId: own, ended: true, outcome: 'crossed' })];
      one.offer();
      for (const each of first === 'the ring' ? pushes : pushes.toReversed()) {
        expect(one.state()).toMatchObject({ callId: own, status: 'calling' });
        one.receive(each);
      }
      await expect.poll(() => one.sent.map(({ cmdId }) => cmdId)).toEqual(['callOffer', 'callEnd', 'callAnswer']);
      expect(one.state()).toMatchObject({ callId: 'call of bob', status: 'connecting' });
    },
  );

  test('R142 a ring while the own call starts waits for the gateway, which may choose either', async () => {
    for (const winner of ['call of bob', 'own 1']) {
      const reply = Promise.withResolvers<{ call: PersonalCall; refusal: 'none' }>();
      const starting = page({
        api: {
          start: () => reply.promise,
          answer: async ({ callId }: { callId: string }) => ({
            call: callOf({ callId, state: 'answered', answeringDeviceId: 'here' }),
          }),
        } as unknown as CallPorts['api'],
      });
      starting.offer();
      const started = starting.start(bob);
      await starting.settle();
      starting.receive(push({}));
      await starting.settle();
      expect(starting.state()).toMatchObject({ callId: 'own 1', status: 'calling' });
      reply.resolve({ call: callOf({ callId: winner }), refusal: 'none' });
      await started;
      const expected = winner === 'own 1' ? ['callOffer'] : ['callAnswer'];
      await expect.poll(() => starting.sent.map(({ cmdId }) => cmdId)).toEqual(expected);
      expect(starting.done.filter((what) => what === 'connection')).toHaveLength(1);
    }
  });

  test('R142 the own call gives way before the gateway has confirmed it', async () => {
    const reply = Promise.withResolvers<{ call: PersonalCall; refusal: 'none' }>();
    const one = page({
      api: {
        start: () => reply.promise,
        answer: async ({ callId }: { callId: string }) => ({
          call: callOf({ callId, state: 'answered', answeringDeviceId: 'here' }),
        }),
      } as unknown as CallPorts['api'],
    });
    one.offer();
    const started = one.start(bob);
    await one.settle();
    one.receive(push({ callId: 'own 1', ended: true, outcome: 'crossed' }));
    one.receive(push({}));
    reply.resolve({ call: callOf({ callId: 'own 1' }), refusal: 'none' });
    await started;
    await expect.poll(() => one.sent.map(({ cmdId }) => cmdId)).toEqual(['callAnswer']);
    expect(one.state()).toMatchObject({ callId: 'call of bob', status: 'connecting' });
  });
});

describe('a page that is loaded again during a call', () => {
  const stored = (): StoredCall => ({
    callId: 'call',
    ...bob,
    account: 'me',
    side: 'caller',
    secret: newCallSecret(),
    answeredAt: Date.now() - 5_000,
    isVideo: false,
    takesPictures: true,
    connectedAt: Date.now() - 4_000,
  });
  const renew = (call: Partial<PersonalCall>) =>
    ({ renew: async () => ({ call: callOf(call) }), end: async () => ({ call: null }) }) as unknown as CallPorts['api'];

  test('R142 goes on with it by a new connection, and the length stays', async () => {
    const call = stored();
    const one = page({ stored: { load: () => call, save: () => {} }, api: renew({ state: 'answered' }) });
    await one.rejoin();
    expect(one.state()).toMatchObject({ callId: 'call', status: 'reconnecting', connectedAt: call.connectedAt });
    expect(one.done.filter((what) => what !== 'signal')).toEqual(['microphone', 'connection', 'resumed']);
    one.connect();
    expect(one.state()).toMatchObject({ status: 'connected', connectedAt: call.connectedAt });
  });

  test('R142 the other device begins a new connection too, and waits for the offer', async () => {
    const one = page();
    await one.start(bob);
    const { callId } = one.state()!;
    const { secret } = one.sent[0]!.body as { secret: string };
    const theirs = await createCallSignals({ secret: readCallSecret(secret)!, callId, side: 'callee' });
    const restart = async () => one.receive(push({ callId, signal: await theirs.encrypt({ kind: 'restart' }) }));
    await restart();
    await one.settle();
    expect(one.done).not.toContain('waiting');
    one.receiveAnswer({ ...bob, body: JSON.stringify({ callId, sdp }) });
    one.connect();
    expect(one.stored()).toMatchObject({ callId, secret, account: 'me', side: 'caller' });
    await restart();
    await expect.poll(() => one.done.slice(-3)).toEqual(['closed', 'connection', 'waiting']);
    expect(one.state()).toMatchObject({ status: 'reconnecting' });
  });

  test('R142 does not take up a call that has ended, of another account, or of another tab', async () => {
    const over = page({ stored: { load: stored, save: () => {} }, api: renew({ state: 'ended', outcome: 'lost' }) });
    await over.rejoin();
    expect(over.state()).toMatchObject({ status: 'ended', end: 'lost' });
    for (const ports of [
      { stored: { load: () => ({ ...stored(), account: 'other' }), save: () => {} } },
      { stored: { load: () => ({ ...stored(), secret: '' }), save: () => {} } },
      { stored: { load: stored, save: () => {} }, claim: async () => null },
    ]) {
      const one = page({ ...ports, api: renew({ state: 'answered' }) });
      await one.rejoin();
      expect([one.state(), one.done]).toEqual([null, []]);
    }
  });
});

describe('the pictures of a call', () => {
  /** This page in a call that it has made, once the other device has answered. */
  async function inCall({ video = false, answer = { video: false } as object, ports = {} as Partial<CallPorts> } = {}) {
    const one = page(ports);
    await one.start({ ...bob, video });
    one.receiveAnswer({ ...bob, body: JSON.stringify({ callId: one.state()!.callId, sdp, ...answer }) });
    one.connect();
    return one;
  }

  test('R142 a video ring opens no camera; it is accepted with one or without', async () => {
    for (const video of [true, false]) {
      const one = page();
      one.offer('call of bob', { video: true });
      one.receive(push({}));
      await one.settle();
      expect(one.state()).toMatchObject({ status: 'incoming', isVideo: true, camera: 'off' });
      await expect.poll(() => one.done).toEqual(['signal']);
      await one.accept({ video });
      expect(one.sent).toEqual([{ cmdId: 'callAnswer', body: { callId: 'call of bob', sdp, video } }]);
      expect(one.done.filter((what) => what === 'camera' || what === 'picture')).toEqual(
        video ? ['camera', 'picture'] : [],
      );
      one.hangUp();
      expect(one.done.filter((what) => what === 'camera off')).toHaveLength(video ? 1 : 0);
    }
  });

  test('R142 a video call says so in its offer, and shows the own picture before it is answered', async () => {
    const one = page();
    await one.start({ ...bob, video: true });
    expect(one.sent).toEqual([{ cmdId: 'callOffer', body: expect.objectContaining({ video: true }) }]);
    expect(one.state()).toMatchObject({ isVideo: true, camera: 'on', status: 'calling' });
    expect(one.state()!.ownPicture).not.toBeNull();
    expect(one.done).not.toContain('picture');
    one.receiveAnswer({ ...bob, body: JSON.stringify({ callId: one.state()!.callId, sdp, video: true }) });
    expect(one.done).toContain('picture');
  });

  test('R142 a voice call gets pictures, and loses them', async () => {
    const one = await inCall();
    one.setCamera(true);
    expect(one.state()).toMatchObject({ camera: 'starting' });
    await one.settle();
    expect(one.state()).toMatchObject({ camera: 'on' });
    const theirs = {} as MediaStream;
    one.show(theirs);
    expect(one.state()!.theirPicture).toBe(theirs);
    one.show(null);
    one.setCamera(false);
    expect(one.state()).toMatchObject({ camera: 'off', ownPicture: null, theirPicture: null, status: 'connected' });
    expect(one.done.slice(-4)).toEqual(['camera', 'picture', 'camera off', 'no picture']);
  });

  test('R142 a camera that opens after it was turned off, or after the call, is closed again', async () => {
    for (const stop of ['setCamera', 'hangUp'] as const) {
      const camera = Promise.withResolvers<MediaStream>();
      const one = await inCall({ ports: { openCamera: () => camera.promise } });
      one.setCamera(true);
      if (stop === 'hangUp') one.hangUp();
      else one.setCamera(false);
      const closed: string[] = [];
      const track = { stop: () => closed.push('late') };
      camera.resolve({ getTracks: () => [track], getVideoTracks: () => [track] } as unknown as MediaStream);
      await one.settle();
      expect([closed, one.state()?.ownPicture ?? null]).toEqual([['late'], null]);
    }
  });

  test.each(['none', 'refused', 'taken', 'failed'] as const)(
    'R142 a video call without a camera goes on as a voice call, and says why: %s',
    async (camera) => {
      const microphone = { getTracks: () => [], getAudioTracks: () => [] } as unknown as MediaStream;
      const one = await inCall({ video: true, ports: { openBoth: async () => ({ microphone, camera }) } });
      expect(one.state()).toMatchObject({ status: 'connected', camera: 'off', cameraProblem: camera });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(one.state()).toMatchObject({ status: 'connected', cameraProblem: null });
    },
  );

  test('R142 a lost camera turns off the picture, not the call', async () => {
    const one = await inCall({ video: true, answer: { video: true } });
    one.cameraTrack.onended();
    expect(one.state()).toMatchObject({ status: 'connected', camera: 'off', cameraProblem: 'lost' });
    expect(one.done.at(-1)).toBe('no picture');
  });

  test('R142 a build without pictures gets none', async () => {
    const one = await inCall({ video: true, answer: {} });
    expect(one.state()).toMatchObject({ status: 'connected', camera: 'off', cameraProblem: 'unsupported' });
    one.setCamera(true);
    await one.settle();
    expect(one.done).not.toContain('picture');
    const called = page();
    called.offer('call of bob', { video: undefined });
    called.receive(push({}));
    await called.settle();
    await called.accept();
    called.setCamera(true);
    await called.settle();
    expect([called.state()!.cameraProblem, called.done.includes('camera')]).toEqual(['unsupported', false]);
  });

  test('R142 a page that begins again gets the picture again', async () => {
    const one = await inCall({ video: true, answer: { video: true } });
    const { callId } = one.state()!;
    const { secret } = one.sent[0]!.body as { secret: string };
    const theirs = await createCallSignals({ secret: readCallSecret(secret)!, callId, side: 'callee' });
    one.receive(push({ callId, signal: await theirs.encrypt({ kind: 'restart' }) }));
    await expect.poll(() => one.done.slice(-3)).toEqual(['connection', 'picture', 'waiting']);
  });
});

describe('the devices of a call', () => {
  test('R142 a lost microphone is replaced by another one, at once or when one is plugged in', async () => {
    const devicesChanged$ = new Subject<void>();
    let isThere = true;
    const tracks: { enabled: boolean; onended?: () => void; stop(): void }[] = [];
    const openMicrophone = async () => {
      if (!isThere) throw new Fault('MIC_NONE');
      const track = { enabled: true, stop() {} };
      tracks.push(track);
      return { getTracks: () => [track], getAudioTracks: () => [track] } as unknown as MediaStream;
    };
    const one = page({ openMicrophone, devicesChanged$ });
    await one.start(bob);
    one.setMuted(true);
    tracks[0]!.onended!();
    await one.settle();
    expect([tracks[1]!.enabled, one.state()!.isMicrophoneLost, one.done.at(-1)]).toEqual([false, false, 'sound']);
    isThere = false;
    tracks[1]!.onended!();
    await one.settle();
    expect(one.state()).toMatchObject({ isMicrophoneLost: true, status: 'calling' });
    isThere = true;
    devicesChanged$.next();
    await one.settle();
    expect([tracks.length, one.state()!.isMicrophoneLost]).toEqual([3, false]);
  });

  test('R142 another network, or one after ten seconds without any, is used at once', async () => {
    const networkChanged$ = new Subject<void>();
    const one = page({ networkChanged$ });
    await one.start(bob);
    networkChanged$.next();
    await one.settle();
    expect(one.done).not.toContain('restart');
    one.receiveAnswer({ ...bob, body: JSON.stringify({ callId: one.state()!.callId, sdp }) });
    one.connect();
    one.connect('disconnected');
    await vi.advanceTimersByTimeAsync(10_000);
    const before = one.done.filter((what) => what === 'restart').length;
    networkChanged$.next();
    await one.settle();
    expect(one.done.filter((what) => what === 'restart')).toHaveLength(before + 1);
    one.connect();
    expect(one.state()).toMatchObject({ status: 'connected' });
  });
});
