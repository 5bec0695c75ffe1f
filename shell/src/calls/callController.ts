// The course of the one call of this page, from the press or the ring to its end. No microphone, no camera and no
// connection opens before this person has pressed 'Call' or 'Accept'.
import type { CallPush, PersonalCall, PersonalCall_Outcome } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CallResult } from '@amber/proto/systemCommands';
import { type ActiveCall, createCurrentCall } from './activeCall.ts';
import { createCallExchange } from './callExchange.ts';
import { createCallLink, type Prepared, reconnectTimeout } from './callLink.ts';
import { createCallMedia } from './callMedia.ts';
import type { CallOffer, CallPorts } from './callPorts.ts';
import { type CallSide, createCallSignals, newCallSecret, readCallSecret } from './callSignals.ts';
import type { CallEnd, CallState } from './callState.ts';
import { readDescription } from './sessionDescription.ts';

export interface CallRequest {
  conversationId: string;
  identifier: string;
  /** Whether with a picture. */
  video?: boolean;
}

const announceEvery = 5_000;

const endOf = (side: CallSide, outcome: PersonalCall_Outcome): CallEnd =>
  (
    {
      none: 'hungUp',
      completed: 'hungUp',
      declined: 'declined',
      missed: side === 'caller' ? 'noAnswer' : 'missed',
      crossed: 'lost',
      lost: 'lost',
    } satisfies Record<PersonalCall_Outcome, CallEnd>
  )[outcome];

export function createCallController(ports: CallPorts) {
  const current = createCurrentCall();
  const { state$, isActive, watch, update, after, hide } = current;
  const exchange = createCallExchange(ports, current);
  const media = createCallMedia(ports, current);
  const link = createCallLink(ports, current, {
    onSignal: exchange.sendSignal,
    onPeer: (call) => call.state.camera === 'on' && media.sendPicture(call),
    onConnected: (call) => call.answeredAt && store(call),
    onGone: (call, why) => end(call, why, 'lost'),
  });
  /** The rings whose offers have not arrived yet. */
  const awaited = new Map<string, AbortController>();
  /** Calls that this page has shown: a ring that comes again is ignored. */
  const known = new Set<string>();

  function begin(...[side, call]: Parameters<typeof current.begin>): ActiveCall {
    known.add(call.callId);
    return current.begin(side, call);
  }

  /** Ends the call on this page. */
  function finish(call: ActiveCall, why: CallEnd, outcome: CallResult['outcome'], fault = ''): void {
    if (!isActive(call)) return;
    link.disconnect(call);
    media.close(call);
    call.release?.();
    if (call.answeredAt) ports.stored.save(null);
    exchange.sendResult(call, outcome);
    current.end(call, why, fault);
  }

  const fail = (call: ActiveCall, thrown: unknown): void => {
    if (!isActive(call)) return;
    const { callId } = call.state;
    finish(call, 'failed', call.answeredAt ? 'lost' : 'missed', Fault.of(thrown).code);
    void exchange.end(callId);
  };

  function finishBy(call: ActiveCall, { outcome }: Pick<PersonalCall, 'outcome'>): void {
    finish(call, endOf(call.side, outcome), outcome === 'none' || outcome === 'crossed' ? 'lost' : outcome);
  }

  /** Two devices are in the call now. */
  function markAnswered(call: ActiveCall): void {
    if (call.answeredAt) return;
    call.answeredAt = Date.now();
    store(call);
    after(call, reconnectTimeout, () => call.state.connectedAt === 0 && end(call, 'unreachable', 'lost'));
    void ports.claim().then((release) => {
      if (release && isActive(call)) call.release = release;
      else release?.();
    });
  }

  function store({ state, side, secret, answeredAt, takesPictures }: ActiveCall): void {
    const { callId, conversationId, identifier, connectedAt, isVideo } = state;
    const account = ports.me()?.identifier ?? '';
    ports.stored.save({
      callId,
      conversationId,
      identifier,
      connectedAt,
      isVideo,
      account,
      side,
      secret,
      answeredAt,
      takesPictures,
    });
  }

  /** Opens what a connection needs; the microphone and the camera ask for permission meanwhile. */
  async function prepare(call: ActiveCall): Promise<Prepared> {
    const [stream, routes] = await Promise.all([media.open(call), ports.routesTo(call.state.identifier)]);
    call.routes = routes;
    return { stream, routes };
  }

  function end(call: ActiveCall, why: CallEnd, outcome: CallResult['outcome']): void {
    const { callId } = call.state;
    finish(call, why, outcome);
    void exchange.end(callId);
  }

  async function offer(call: ActiveCall, prepared: Prepared): Promise<void> {
    const { callId } = call.state;
    const isCurrent = watch(call);
    const secret = newCallSecret();
    const signals = await createCallSignals({ secret: readCallSecret(secret)!, callId, side: 'caller' });
    if (!isCurrent()) return;
    Object.assign(call, { secret, signals });
    const sdp = await link.connect(call, prepared).offer();
    if (isCurrent()) await exchange.sendOffer(call, sdp);
  }

  async function start({ conversationId, identifier, video = false }: CallRequest): Promise<void> {
    const active = current.get();
    if (active) {
      if (active.state.status === 'incoming' && active.state.conversationId === conversationId) await accept({ video });
      return;
    }
    const callId = ports.newMessageId();
    const call = begin('caller', { callId, conversationId, identifier, status: 'starting', isVideo: video });
    if (video) media.wantCamera(call);
    const isCurrent = watch(call);
    try {
      const prepared = await prepare(call);
      if (!isActive(call)) return;
      update(call, { status: 'calling' });
      const { call: started, refusal } = await ports.api.start({ callId, conversationId });
      if (!isActive(call)) return void exchange.end(callId);
      if (!isCurrent() || call.isCrossed) return;
      if (refusal !== 'none' || !started) return finish(call, refusal === 'inCall' ? 'inCall' : 'busy', 'missed');
      if (started.callId !== callId) return void (await takeUpTheirs(call, started.callId));
      exchange.keepLease(call, (ended) => finishBy(call, ended));
      await offer(call, prepared);
    } catch (thrown) {
      if (isCurrent()) fail(call, thrown);
    }
  }

  /** Both have called each other: their call goes on, and this person has pressed 'Call', which accepts it. */
  async function takeUpTheirs(call: ActiveCall, callId: string): Promise<void> {
    exchange.sendResult(call, 'completed');
    link.disconnect(call);
    call.over = new AbortController();
    call.side = 'callee';
    call.isOffered = false;
    call.isCrossed = false;
    known.add(callId);
    update(call, { callId });
    await answer(call);
  }

  /** The other person's call goes on. Its ring may have come already. */
  function giveWay(call: ActiveCall): void {
    call.isCrossed = true;
    if (call.theirs) return void takeUpTheirs(call, call.theirs);
    const isCurrent = watch(call);
    after(call, limits.callLease, () => isCurrent() && finish(call, 'lost', 'missed'));
  }

  /** Whether it is a fresh offer of this person in this chat. */
  const isOfferOf = (call: CallState, { conversationId, identifier, at }: CallOffer): boolean =>
    conversationId === call.conversationId &&
    identifier === call.identifier &&
    // The clocks of the two devices may differ.
    Math.abs(Date.now() - at) <= limits.callRingFor + limits.clockSkewShown;

  async function answer(call: ActiveCall): Promise<void> {
    const { callId } = call.state;
    const isCurrent = watch(call);
    try {
      update(call, { status: 'connecting' });
      const prepared = await prepare(call);
      const offered = await exchange.offerOf(callId, call.over.signal);
      if (!isCurrent()) return;
      const secret = readCallSecret(offered?.secret);
      const sdp = readDescription(offered?.sdp);
      if (!offered || !secret || !sdp || !isOfferOf(call.state, offered)) throw new Fault('NO_RESPONSE');
      const signals = await createCallSignals({ secret, callId, side: 'callee' });
      if (!isCurrent()) return;
      call.signals = signals;
      call.takesPictures = typeof offered.video === 'boolean';
      const answered = await link.connect(call, prepared).answer(sdp);
      const { call: taken } = await ports.api.answer({ callId });
      if (!isCurrent()) return void exchange.end(callId);
      if (taken?.state !== 'answered') return finish(call, 'missed', 'missed');
      if (taken.answeringDeviceId !== ports.me()?.deviceId) return finish(call, 'elsewhere', 'missed');
      call.secret = String(offered.secret);
      markAnswered(call);
      exchange.keepLease(call, (ended) => finishBy(call, ended));
      await exchange.sendAnswer(call, answered);
      call.peer?.startSignalling();
    } catch (thrown) {
      if (isCurrent()) fail(call, thrown);
    }
  }

  async function accept({ video = false } = {}): Promise<void> {
    const active = current.get();
    if (active?.state.status !== 'incoming') return;
    if (video) media.wantCamera(active);
    await answer(active);
  }

  /** Rings, once the offer of the call is here. */
  async function ring({ callId, conversationId, identifier }: CallPush): Promise<void> {
    const waiting = new AbortController();
    awaited.set(callId, waiting);
    const timeout = AbortSignal.any([waiting.signal, AbortSignal.timeout(limits.callRingFor)]);
    const offered = await ports.offerOf(callId, timeout);
    awaited.delete(callId);
    const secret = readCallSecret(offered?.secret);
    if (waiting.signal.aborted || current.get() || known.has(callId) || !offered || !secret) return;
    const call = { callId, conversationId, identifier, status: 'incoming' as const, isVideo: offered.video === true };
    if (!readDescription(offered.sdp) || !isOfferOf({ ...call } as CallState, offered)) return;
    const incoming = begin('callee', call);
    after(incoming, limits.callRingFor, () => {
      if (incoming.state.status === 'incoming') finish(incoming, 'missed', 'missed');
    });
    incoming.signals = await createCallSignals({ secret, callId, side: 'callee' });
    announceRinging(incoming);
  }

  /** Tells the caller's screen that it rings here; again and again, because a signal can be lost. */
  function announceRinging(call: ActiveCall): void {
    if (call.state.status !== 'incoming') return;
    exchange.sendSignal(call, { kind: 'ringing' });
    after(call, announceEvery, () => announceRinging(call));
  }

  async function receiveSignal(call: ActiveCall, data: Uint8Array): Promise<void> {
    const signal = await call.signals?.decrypt(data);
    if (!signal || !isActive(call)) return;
    if (signal.kind === 'restart') link.restart(call);
    else if (signal.kind !== 'ringing') call.peer?.receive(signal);
    else if (call.state.status === 'calling') update(call, { status: 'ringing' });
  }

  /** Goes on with the call that this tab had before it was loaded again, if it is not over. */
  async function rejoin(): Promise<void> {
    const stored = ports.stored.load();
    const secret = readCallSecret(stored?.secret);
    if (!stored || !secret || current.get() || stored.account !== ports.me()?.identifier) return;
    // A copy of the tab has a copy of what is stored.
    const release = await ports.claim();
    if (!release) return void ports.stored.save(null);
    const { side, callId, conversationId, identifier, connectedAt, isVideo } = stored;
    const call = begin(side, { callId, conversationId, identifier, status: 'reconnecting', isVideo });
    const { answeredAt, takesPictures } = stored;
    Object.assign(call, { release, answeredAt, takesPictures, isOffered: true, isDescribed: true });
    call.secret = stored.secret;
    update(call, { connectedAt });
    try {
      const { call: renewed } = await ports.api.renew({ callId });
      if (renewed?.state !== 'answered') return finishBy(call, { outcome: renewed?.outcome ?? 'lost' });
      exchange.keepLease(call, (ended) => finishBy(call, ended));
      const prepared = await prepare(call);
      call.signals = await createCallSignals({ secret, callId, side });
      if (!isActive(call)) return;
      exchange.sendSignal(call, { kind: 'restart' });
      link.connect(call, prepared).resume();
      link.watchConnection(call);
    } catch (thrown) {
      fail(call, thrown);
    }
  }

  function receiveAnswered(call: ActiveCall, deviceId: string): void {
    const { status } = call.state;
    if (call.side === 'caller' && (status === 'calling' || status === 'ringing')) {
      markAnswered(call);
      update(call, { status: 'connecting' });
      call.peer?.startSignalling();
    }
    if (status !== 'incoming') return;
    const isHere = deviceId === ports.me()?.deviceId;
    finish(call, 'elsewhere', 'missed');
    // Another tab of this browser has answered, and shows the call.
    if (isHere) hide();
  }

  const withActive = (use: (call: ActiveCall) => void): void => {
    const active = current.get();
    if (active) use(active);
  };
  // A page has one controller, which lasts as long as the page.
  ports.networkChanged$.subscribe(() => withActive((call) => link.changeNetwork(call)));
  ports.devicesChanged$.subscribe(() =>
    withActive((call) => call.state.isMicrophoneLost && void media.reopenMicrophone(call)),
  );

  return {
    state$,
    start,
    accept,
    rejoin,

    /** Ends, gives up or declines the call. */
    hangUp(): void {
      const active = current.get();
      if (!active) return hide();
      const { side, answeredAt, state } = active;
      const isDeclined = side === 'callee' && state.status === 'incoming';
      end(active, isDeclined ? 'declined' : 'hungUp', isDeclined ? 'declined' : answeredAt ? 'completed' : 'missed');
      hide();
    },

    hide,

    /** Of the call; null without one. */
    microphone: (): MediaStream | null => current.get()?.stream ?? null,

    setMuted: (isMuted: boolean): void => withActive((call) => media.setMuted(call, isMuted)),
    /** Turns the own camera on or off. */
    setCamera: (isOn: boolean): void => withActive((call) => void media.setCamera(call, isOn)),
    /** Goes on with the devices that this person has chosen now. */
    reopenMicrophone: (): void => withActive((call) => void media.reopenMicrophone(call)),
    reopenCamera: (): void => withActive((call) => void media.reopenCamera(call)),

    /** Takes a push of the gateway, or a call that rings already. */
    receive(push: CallPush): void {
      const me = ports.me();
      const active = current.get();
      const call = active?.state.callId === push.callId ? active : null;
      if (push.signal.length > 0) return void (call && receiveSignal(call, push.signal));
      if (push.ended || push.answeringDeviceId) awaited.get(push.callId)?.abort();
      if (push.ended) {
        if (call && push.outcome === 'crossed' && call.side === 'caller') return giveWay(call);
        return void (call && finishBy(call, push));
      }
      if (push.answeringDeviceId) return void (call && receiveAnswered(call, push.answeringDeviceId));
      if (!me || push.identifier === me.identifier || known.has(push.callId) || awaited.has(push.callId)) return;
      if (!active) return void ring(push);
      // It may be older than the own call: only the gateway says which of both goes on.
      if (active.side !== 'caller' || active.state.conversationId !== push.conversationId) return;
      active.theirs = push.callId;
      if (active.isCrossed) void takeUpTheirs(active, push.callId);
    },

    /** Takes the message of the device that has answered. */
    receiveAnswer({
      identifier,
      conversationId,
      body,
    }: {
      identifier: string;
      conversationId: string;
      body: string;
    }): void {
      const call = current.get();
      const { callId, sdp, video } = readBody(body);
      const description = readDescription(sdp);
      if (!call || call.side !== 'caller' || call.isDescribed || description === null) return;
      const { state } = call;
      if (callId !== state.callId || identifier !== state.identifier || conversationId !== state.conversationId) return;
      call.isDescribed = true;
      call.takesPictures = typeof video === 'boolean';
      receiveAnswered(call, '');
      if (state.camera !== 'off') media.sendPicture(call);
      call.peer?.accept(description).catch((thrown: unknown) => fail(call, thrown));
    },
  };
}
