// The connection of a call by the pattern of perfect negotiation: either side may offer at any time, and where both do,
// the polite one gives way. https://w3c.github.io/webrtc-pc/#perfect-negotiation-example
import type { Signal } from './callSignals.ts';
import type { Routes } from './relays.ts';

export interface PeerListener {
  /** Something for the other device; candidates are collected for a moment. */
  onSignal(signal: Signal): void;
  onTrack(stream: MediaStream): void;
  onState(state: RTCPeerConnectionState): void;
}

export interface Peer {
  /** Returns the description for the offer of a call. */
  offer(): Promise<string>;
  /** Accepts such an offer, and returns the description for the answer. */
  answer(sdp: string): Promise<string>;
  /** Takes the answer to the offer. */
  accept(sdp: string): Promise<void>;
  /** Takes signals in their order, once both descriptions of the call are known. */
  receive(signal: Signal): void;
  /** Looks for another path, after a change of the network. */
  restart(routes: Routes): void;
  /** From now on changes are signalled: the other device has everything that it needs for them. */
  startSignalling(): void;
  /** Begins with signals alone, in a call that goes on. */
  resume(): void;
  close(): void;
}

/** Candidates are found in bursts; this many milliseconds of them are one signal. */
const collectFor = 100;

interface PeerOptions extends PeerListener {
  /** Of this device's microphone. */
  stream: MediaStream;
  /** Whether this side gives way; the other one must not. */
  isPolite: boolean;
  /** Whether the other side offers first. */
  isWaiting?: boolean;
  routes: Routes;
}

export function createPeer({
  stream,
  isPolite,
  isWaiting = false,
  routes,
  onSignal,
  onTrack,
  onState,
}: PeerOptions): Peer {
  const configuration = { bundlePolicy: 'max-bundle' } as const;
  const connection = new RTCPeerConnection({ ...configuration, ...routes });
  let candidates: RTCIceCandidateInit[] = [];
  let collecting: ReturnType<typeof setTimeout> | undefined;
  let isSignalling = false;
  let mayOffer = !isWaiting;
  let isMakingOffer = false;
  let isIgnoringOffer = false;
  let isSettingAnswer = false;
  const described = Promise.withResolvers<void>();
  let work = described.promise;

  for (const track of stream.getAudioTracks()) connection.addTrack(track, stream);

  function sendCandidates(): void {
    collecting = undefined;
    if (!isSignalling || candidates.length === 0) return;
    const list = candidates.splice(0, 20).map(({ candidate, sdpMid, sdpMLineIndex, usernameFragment }) => ({
      candidate: candidate ?? '',
      sdpMid: sdpMid ?? null,
      sdpMLineIndex: sdpMLineIndex ?? null,
      usernameFragment: usernameFragment ?? null,
    }));
    onSignal({ kind: 'candidates', list });
    if (candidates.length > 0) sendCandidates();
  }

  connection.onicecandidate = ({ candidate }) => {
    if (!candidate) return;
    candidates.push(candidate.toJSON());
    collecting ??= setTimeout(sendCandidates, collectFor);
  };
  connection.ontrack = ({ streams, track }) => onTrack(streams[0] ?? new MediaStream([track]));
  connection.onconnectionstatechange = () => onState(connection.connectionState);
  connection.onnegotiationneeded = async () => {
    // The first description is the message that offers the call.
    if (!isSignalling || !mayOffer) return;
    try {
      isMakingOffer = true;
      await connection.setLocalDescription();
      sendDescription();
    } catch {
      // The connection was closed meanwhile, or the next change tries again.
    } finally {
      isMakingOffer = false;
    }
  };

  function sendDescription(): void {
    const { type, sdp } = connection.localDescription!;
    if (type === 'offer' || type === 'answer') onSignal({ kind: 'description', type, sdp });
  }

  async function receiveDescription({ type, sdp }: Extract<Signal, { kind: 'description' }>): Promise<void> {
    const isReady = !isMakingOffer && (connection.signalingState === 'stable' || isSettingAnswer);
    isIgnoringOffer = !isPolite && type === 'offer' && !isReady;
    if (isIgnoringOffer) return;
    isSettingAnswer = type === 'answer';
    // An own offer is rolled back by the browser.
    await connection.setRemoteDescription({ type, sdp }).finally(() => {
      isSettingAnswer = false;
    });
    mayOffer = true;
    if (type !== 'offer') return;
    await connection.setLocalDescription();
    sendDescription();
  }

  async function handle(signal: Signal): Promise<void> {
    if (signal.kind === 'description') await receiveDescription(signal);
    if (signal.kind !== 'candidates') return;
    for (const candidate of signal.list)
      await connection.addIceCandidate(candidate).catch((thrown: unknown) => {
        if (!isIgnoringOffer) throw thrown;
      });
  }

  return {
    async offer() {
      await connection.setLocalDescription(await connection.createOffer());
      return connection.localDescription!.sdp;
    },
    async answer(sdp) {
      await connection.setRemoteDescription({ type: 'offer', sdp });
      await connection.setLocalDescription(await connection.createAnswer());
      described.resolve();
      return connection.localDescription!.sdp;
    },
    async accept(sdp) {
      await connection.setRemoteDescription({ type: 'answer', sdp });
      described.resolve();
    },
    receive(signal) {
      // A signal that does not fit, such as a candidate of an ignored offer, does not stop those after it.
      work = work.then(() => handle(signal)).catch(() => {});
    },
    restart(current) {
      connection.setConfiguration({ ...configuration, ...current });
      connection.restartIce();
    },
    startSignalling() {
      isSignalling = true;
      sendCandidates();
    },
    resume() {
      isSignalling = true;
      described.resolve();
    },
    close() {
      clearTimeout(collecting);
      connection.onicecandidate = null;
      connection.ontrack = null;
      connection.onconnectionstatechange = null;
      connection.onnegotiationneeded = null;
      connection.close();
    },
  };
}
