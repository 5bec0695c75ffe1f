// The one call of this page, from the press or the ring to its end. No microphone and no connection opens before this
// person has pressed 'Call' or 'Accept'.
import type { Api, CallPush, PersonalCall, PersonalCall_Outcome } from '@amber/proto';
import { readBody } from '@amber/proto/bodies';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { CallResult, CommandBodies } from '@amber/proto/systemCommands';
import { BehaviorSubject } from 'rxjs';
import {
  type CallSide,
  type CallSignals,
  createCallSignals,
  newCallSecret,
  readCallSecret,
  type Signal,
} from './callSignals.ts';
import type { CallEnd, CallState } from './callState.ts';
import type { Peer, PeerListener } from './peer.ts';
import type { Routes } from './relays.ts';
import { readDescription } from './sessionDescription.ts';

/** The message that offers a call, as this device has received, decrypted or sent it. */
export interface CallOffer {
  conversationId: string;
  /** Who has offered it. */
  identifier: string;
  secret: unknown;
  sdp: unknown;
  /** When it was sent, in milliseconds since 1970. */
  at: number;
}

/** What a page that is loaded again needs to go on with its call. */
export interface StoredCall extends Pick<CallState, 'callId' | 'conversationId' | 'identifier' | 'connectedAt'> {
  /** The account whose call it is. */
  account: string;
  side: CallSide;
  secret: string;
  answeredAt: number;
}

type CallCommand = 'callOffer' | 'callAnswer' | 'callEnd';

export interface CallPorts {
  /** This device; null without a session. */
  me(): { identifier: string; deviceId: string } | null;
  api: Pick<Api['call'], 'start' | 'answer' | 'renew' | 'end'>;
  sendCommand<Id extends CallCommand>(command: {
    id: string;
    conversationId: string;
    cmdId: Id;
    body: CommandBodies[Id];
  }): Promise<void>;
  signalCall(signal: { callId: string; signal: Uint8Array }): Promise<void>;
  /** Resolves with the offer once it has arrived; with null for a call that is over, and when `signal` aborts. */
  offerOf(callId: string, signal: AbortSignal): Promise<CallOffer | null>;
  newMessageId(): string;
  /** @throws Fault of a microphone */
  openMicrophone(onLost: () => void): Promise<MediaStream>;
  /** The paths to this person. @throws Fault */
  routesTo(identifier: string): Promise<Routes>;
  createPeer(
    options: PeerListener & { stream: MediaStream; isPolite: boolean; isWaiting: boolean; routes: Routes },
  ): Peer;
  /** Plays the sound of the other person; returns a function that stops it. */
  play(stream: MediaStream): () => void;
  /** The call of this tab, as long as the tab is there. */
  stored: { load(): StoredCall | null; save(call: StoredCall | null): unknown };
  /** Of the tabs of this browser one has a call. Resolves with a function that gives it up; with null if another has. */
  claim(): Promise<(() => void) | null>;
}

interface ActiveCall {
  side: CallSide;
  state: CallState;
  /** Aborts with the end of the call, or when it becomes the other person's call. */
  over: AbortController;
  stream?: MediaStream;
  routes?: Routes;
  peer?: Peer;
  signals?: CallSignals;
  /** Whether the other person's call goes on instead; and that call, once it rings here. */
  isCrossed: boolean;
  theirs: string;
  /** Whether the offer was sent, so that there is something to end. */
  isOffered: boolean;
  isDescribed: boolean;
  answeredAt: number;
  /** Of its offer; empty before that. */
  secret: string;
  /** Lets another tab have a call. */
  release?: () => void;
  stopSound?: () => void;
  timers: Set<ReturnType<typeof setTimeout>>;
}

/** What a connection is made of. */
interface Prepared {
  stream: MediaStream;
  routes: Routes;
}

/** Milliseconds: how long an offer may take to arrive, and a lost connection to come back. */
const offerTimeout = 20_000;
/** A page that is loaded again takes some seconds. */
const reconnectTimeout = limits.callLease;
const restartAfter = 2_000;
const announceEvery = 5_000;
/** The screen shows for this long how a call ended. */
const endShownFor = 4_000;
const faultShownFor = 10_000;
const endAttempts = 4;
const endRetryDelay = 3_000;

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
  const state$ = new BehaviorSubject<CallState | null>(null);
  let active: ActiveCall | null = null;
  /** The rings whose offers have not arrived yet. */
  const awaited = new Map<string, AbortController>();
  /** Calls that this page has shown: a ring that comes again is ignored. */
  const known = new Set<string>();
  let hideTimer: ReturnType<typeof setTimeout> | undefined;

  const isActive = (call: ActiveCall): boolean => active === call;

  /** Returns a function that says whether the call goes on as it is now: it has neither ended nor given way. */
  function watch(call: ActiveCall): () => boolean {
    const { over } = call;
    return () => isActive(call) && call.over === over;
  }

  function update(call: ActiveCall, change: Partial<CallState>): void {
    if (!isActive(call)) return;
    call.state = { ...call.state, ...change };
    state$.next(call.state);
  }

  function after(call: ActiveCall, delay: number, run: () => void): void {
    const timer = setTimeout(() => {
      call.timers.delete(timer);
      if (isActive(call)) run();
    }, delay);
    call.timers.add(timer);
  }

  function begin(
    side: CallSide,
    call: Pick<CallState, 'callId' | 'conversationId' | 'identifier' | 'status'>,
  ): ActiveCall {
    clearTimeout(hideTimer);
    known.add(call.callId);
    const state: CallState = {
      ...call,
      isMuted: false,
      isMicrophoneLost: false,
      connectedAt: 0,
      end: null,
      fault: '',
    };
    active = {
      side,
      state,
      over: new AbortController(),
      isCrossed: false,
      theirs: '',
      isOffered: false,
      isDescribed: false,
      answeredAt: 0,
      secret: '',
      timers: new Set(),
    };
    state$.next(state);
    return active;
  }

  /** Closes the connection, but not the microphone. */
  function disconnect(call: ActiveCall): void {
    call.over.abort();
    for (const timer of call.timers) clearTimeout(timer);
    call.timers.clear();
    call.peer?.close();
    call.stopSound?.();
    delete call.peer;
    delete call.signals;
    delete call.stopSound;
  }

  const durationOf = ({ state }: ActiveCall): number => (state.connectedAt === 0 ? 0 : Date.now() - state.connectedAt);

  /** The caller writes the result of the call into the chat, in place of the offer. */
  function writeResult(call: ActiveCall, outcome: CallResult['outcome']): void {
    if (call.side !== 'caller' || !call.isOffered) return;
    const { callId, conversationId } = call.state;
    const body = { callId, outcome, duration: durationOf(call) };
    // The gateway's notice says it too.
    void ports.sendCommand({ id: ports.newMessageId(), conversationId, cmdId: 'callEnd', body }).catch(() => {});
  }

  /** Ends the call on this page. */
  function finish(call: ActiveCall, end: CallEnd, outcome: CallResult['outcome'], fault = ''): void {
    if (!isActive(call)) return;
    disconnect(call);
    call.stream?.getTracks().forEach((track) => track.stop());
    call.release?.();
    if (call.answeredAt) ports.stored.save(null);
    active = null;
    writeResult(call, outcome);
    state$.next({ ...call.state, status: 'ended', end, fault });
    hideTimer = setTimeout(hide, fault ? faultShownFor : endShownFor);
  }

  function hide(): void {
    clearTimeout(hideTimer);
    if (!active) state$.next(null);
  }

  /** Tells the gateway; without it the call would ring, or seem to last, until its lease runs out. */
  async function endAtGateway(callId: string, attempt = 1): Promise<void> {
    try {
      await ports.api.end({ callId });
    } catch (thrown) {
      if (Fault.of(thrown).kind === 'business' || attempt === endAttempts) return;
      setTimeout(() => void endAtGateway(callId, attempt + 1), endRetryDelay);
    }
  }

  const fail = (call: ActiveCall, thrown: unknown): void => {
    if (!isActive(call)) return;
    const { callId } = call.state;
    finish(call, 'failed', call.answeredAt ? 'lost' : 'missed', Fault.of(thrown).code);
    void endAtGateway(callId);
  };

  function finishBy(call: ActiveCall, { outcome }: Pick<PersonalCall, 'outcome'>): void {
    finish(call, endOf(call.side, outcome), outcome === 'none' || outcome === 'crossed' ? 'lost' : outcome);
  }

  /** The rest of the call keeps its lease, and learns of an end that no push has announced. */
  function keepLease(call: ActiveCall): void {
    after(call, limits.callRenewEvery, () => {
      const { callId } = call.state;
      ports.api.renew({ callId }).then(
        ({ call: renewed }) =>
          renewed?.state === 'ended' && isActive(call) && callId === call.state.callId && finishBy(call, renewed),
        () => {}, // the next one may succeed; the sound does not depend on the gateway
      );
      keepLease(call);
    });
  }

  async function openMicrophone(call: ActiveCall): Promise<MediaStream> {
    if (call.stream) return call.stream;
    const stream = await ports.openMicrophone(() => update(call, { isMicrophoneLost: true }));
    if (isActive(call)) call.stream = stream;
    else stream.getTracks().forEach((track) => track.stop());
    return stream;
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

  function store({ state, side, secret, answeredAt }: ActiveCall): void {
    const { callId, conversationId, identifier, connectedAt } = state;
    const account = ports.me()?.identifier ?? '';
    ports.stored.save({ callId, conversationId, identifier, connectedAt, account, side, secret, answeredAt });
  }

  function sendSignal(call: ActiveCall, signal: Signal): void {
    const { callId } = call.state;
    void call.signals
      ?.encrypt(signal)
      .then((data) => ports.signalCall({ callId, signal: data }))
      .catch(() => {}); // the socket is gone for now: a restart sends new ones
  }

  /** Opens what a connection needs; the microphone asks for permission meanwhile. */
  async function prepare(call: ActiveCall): Promise<Prepared> {
    const [stream, routes] = await Promise.all([openMicrophone(call), ports.routesTo(call.state.identifier)]);
    call.routes = routes;
    return { stream, routes };
  }

  function connect(call: ActiveCall, { stream, routes }: Prepared, { isWaiting = false } = {}): Peer {
    const peer = ports.createPeer({
      stream,
      routes,
      isPolite: call.side === 'callee',
      isWaiting,
      onSignal: (signal) => sendSignal(call, signal),
      onTrack(sound) {
        call.stopSound?.();
        call.stopSound = ports.play(sound);
      },
      onState(state) {
        if (state === 'connected' && isActive(call)) {
          update(call, { status: 'connected', connectedAt: call.state.connectedAt || Date.now() });
          if (call.answeredAt) store(call);
        }
        if (state === 'failed' && call.state.status === 'connecting') end(call, 'unreachable', 'lost');
        if ((state === 'disconnected' || state === 'failed') && call.state.status === 'connected') {
          update(call, { status: 'reconnecting' });
          watchConnection(call);
        }
      },
    });
    call.peer = peer;
    return peer;
  }

  /** Looks for another path until the connection is back, or for too long. */
  function watchConnection(call: ActiveCall): void {
    const since = Date.now();
    const look = () =>
      after(call, restartAfter, () => {
        if (call.state.status !== 'reconnecting') return;
        if (Date.now() - since > reconnectTimeout) return end(call, 'lost', 'lost');
        // One side is enough; a failed restart of the other's network is the reason why both may.
        ports.routesTo(call.state.identifier).then(
          (routes) => isActive(call) && call.peer?.restart(routes),
          () => {}, // the gateway is out of reach, too: the next attempt follows
        );
        look();
      });
    look();
  }

  function end(call: ActiveCall, why: CallEnd, outcome: CallResult['outcome']): void {
    const { callId } = call.state;
    finish(call, why, outcome);
    void endAtGateway(callId);
  }

  async function offer(call: ActiveCall, prepared: Prepared): Promise<void> {
    const { callId, conversationId } = call.state;
    const isCurrent = watch(call);
    const { over } = call;
    const secret = newCallSecret();
    const signals = await createCallSignals({ secret: readCallSecret(secret)!, callId, side: 'caller' });
    if (!isCurrent()) return;
    Object.assign(call, { secret, signals });
    const sdp = await connect(call, prepared).offer();
    if (!isCurrent()) return;
    call.isOffered = true;
    await ports.sendCommand({ id: callId, conversationId, cmdId: 'callOffer', body: { secret, sdp } });
    // It is in the chat when the gateway has it.
    const timeout = AbortSignal.any([over.signal, AbortSignal.timeout(offerTimeout)]);
    const sent = await ports.offerOf(callId, timeout);
    if (!sent && isCurrent()) fail(call, new Fault('NO_RESPONSE'));
  }

  async function start({ conversationId, identifier }: { conversationId: string; identifier: string }): Promise<void> {
    if (active) {
      if (active.state.status === 'incoming' && active.state.conversationId === conversationId) await accept();
      return;
    }
    const callId = ports.newMessageId();
    const call = begin('caller', { callId, conversationId, identifier, status: 'starting' });
    const isCurrent = watch(call);
    try {
      const prepared = await prepare(call);
      if (!isActive(call)) return;
      update(call, { status: 'calling' });
      const { call: started, refusal } = await ports.api.start({ callId, conversationId });
      if (!isActive(call)) return void endAtGateway(callId);
      if (!isCurrent() || call.isCrossed) return;
      if (refusal !== 'none' || !started) return finish(call, refusal === 'inCall' ? 'inCall' : 'busy', 'missed');
      if (started.callId !== callId) return void (await takeUpTheirs(call, started.callId));
      keepLease(call);
      await offer(call, prepared);
    } catch (thrown) {
      if (isCurrent()) fail(call, thrown);
    }
  }

  /** Both have called each other: their call goes on, and this person has pressed 'Call', which accepts it. */
  async function takeUpTheirs(call: ActiveCall, callId: string): Promise<void> {
    writeResult(call, 'completed');
    disconnect(call);
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
    const { callId, conversationId } = call.state;
    const isCurrent = watch(call);
    try {
      update(call, { status: 'connecting' });
      const prepared = await prepare(call);
      const timeout = AbortSignal.any([call.over.signal, AbortSignal.timeout(offerTimeout)]);
      const offered = await ports.offerOf(callId, timeout);
      if (!isCurrent()) return;
      const secret = readCallSecret(offered?.secret);
      const sdp = readDescription(offered?.sdp);
      if (!offered || !secret || !sdp || !isOfferOf(call.state, offered)) throw new Fault('NO_RESPONSE');
      const signals = await createCallSignals({ secret, callId, side: 'callee' });
      if (!isCurrent()) return;
      call.signals = signals;
      const answered = await connect(call, prepared).answer(sdp);
      const { call: taken } = await ports.api.answer({ callId });
      if (!isCurrent()) return void endAtGateway(callId);
      if (taken?.state !== 'answered') return finish(call, 'missed', 'missed');
      if (taken.answeringDeviceId !== ports.me()?.deviceId) return finish(call, 'elsewhere', 'missed');
      call.secret = String(offered.secret);
      markAnswered(call);
      keepLease(call);
      await ports.sendCommand({
        id: ports.newMessageId(),
        conversationId,
        cmdId: 'callAnswer',
        body: { callId, sdp: answered },
      });
      call.peer?.startSignalling();
    } catch (thrown) {
      if (isCurrent()) fail(call, thrown);
    }
  }

  async function accept(): Promise<void> {
    if (active?.state.status === 'incoming') await answer(active);
  }

  /** Rings, once the offer of the call is here. */
  async function ring({ callId, conversationId, identifier }: CallPush): Promise<void> {
    const waiting = new AbortController();
    awaited.set(callId, waiting);
    const timeout = AbortSignal.any([waiting.signal, AbortSignal.timeout(limits.callRingFor)]);
    const offered = await ports.offerOf(callId, timeout);
    awaited.delete(callId);
    const secret = readCallSecret(offered?.secret);
    if (waiting.signal.aborted || active || known.has(callId) || !offered || !secret) return;
    const call = { callId, conversationId, identifier, status: 'incoming' as const };
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
    sendSignal(call, { kind: 'ringing' });
    after(call, announceEvery, () => announceRinging(call));
  }

  async function receiveSignal(call: ActiveCall, data: Uint8Array): Promise<void> {
    const signal = await call.signals?.decrypt(data);
    if (!signal || !isActive(call)) return;
    if (signal.kind === 'restart') restart(call);
    else if (signal.kind !== 'ringing') call.peer?.receive(signal);
    else if (call.state.status === 'calling') update(call, { status: 'ringing' });
  }

  /** The other device begins again: a connection keeps the certificate of the device that it was made for. */
  function restart(call: ActiveCall): void {
    const { stream, routes } = call;
    if (!stream || !routes || !call.answeredAt) return;
    call.peer?.close();
    call.stopSound?.();
    update(call, { status: 'reconnecting' });
    connect(call, { stream, routes }, { isWaiting: true }).resume();
    watchConnection(call);
  }

  /** Goes on with the call that this tab had before it was loaded again, if it is not over. */
  async function rejoin(): Promise<void> {
    const stored = ports.stored.load();
    const secret = readCallSecret(stored?.secret);
    if (!stored || !secret || active || stored.account !== ports.me()?.identifier) return;
    // A copy of the tab has a copy of what is stored.
    const release = await ports.claim();
    if (!release) return void ports.stored.save(null);
    const { side, callId, conversationId, identifier, connectedAt, answeredAt } = stored;
    const call = begin(side, { callId, conversationId, identifier, status: 'reconnecting' });
    Object.assign(call, { release, answeredAt, secret: stored.secret, isOffered: true, isDescribed: true });
    update(call, { connectedAt });
    try {
      const { call: renewed } = await ports.api.renew({ callId });
      if (renewed?.state !== 'answered') return finishBy(call, { outcome: renewed?.outcome ?? 'lost' });
      keepLease(call);
      const prepared = await prepare(call);
      call.signals = await createCallSignals({ secret, callId, side });
      if (!isActive(call)) return;
      sendSignal(call, { kind: 'restart' });
      connect(call, prepared).resume();
      watchConnection(call);
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

  return {
    state$,
    start,
    accept,
    rejoin,

    /** Ends, gives up or declines the call. */
    hangUp(): void {
      if (!active) return hide();
      const { side, answeredAt, state } = active;
      const isDeclined = side === 'callee' && state.status === 'incoming';
      end(active, isDeclined ? 'declined' : 'hungUp', isDeclined ? 'declined' : answeredAt ? 'completed' : 'missed');
      hide();
    },

    hide,

    setMuted(isMuted: boolean): void {
      if (!active) return;
      for (const track of active.stream?.getAudioTracks() ?? []) track.enabled = !isMuted;
      update(active, { isMuted });
    },

    /** Takes a push of the gateway, or a call that rings already. */
    receive(push: CallPush): void {
      const me = ports.me();
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
      const call = active;
      const { callId, sdp } = readBody(body);
      const description = readDescription(sdp);
      if (!call || call.side !== 'caller' || call.isDescribed || description === null) return;
      const { state } = call;
      if (callId !== state.callId || identifier !== state.identifier || conversationId !== state.conversationId) return;
      call.isDescribed = true;
      receiveAnswered(call, '');
      call.peer?.accept(description).catch((thrown: unknown) => fail(call, thrown));
    },
  };
}
