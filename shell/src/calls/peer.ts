// The connection of a call by the pattern of perfect negotiation: either side may offer at any time, and where both do,
// the polite one gives way. https://w3c.github.io/webrtc-pc/#perfect-negotiation-example
import type { Signal } from './callSignals.ts';
import type { Routes } from './relays.ts';

export interface PeerListener {
  /** Something for the other device; candidates are collected for a moment. */
  onSignal(signal: Signal): void;
  onSound(stream: MediaStream): void;
  /** The other side sends a picture, or none any more. */
  onPicture(stream: MediaStream | null): void;
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
  /** Sends the sound of another microphone. */
  replaceSound(track: MediaStreamTrack): void;
  /** Sends this picture, or none, once changes can be signalled. */
  sendPicture(track: MediaStreamTrack | null): void;
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
/** A signal can be lost: an offer is sent again as long as it has no answer. */
const repeatEvery = 3_000;

export interface PeerOptions extends PeerListener {
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
  onSound,
  onPicture,
  onState,
}: PeerOptions): Peer {
  const configuration = { bundlePolicy: 'max-bundle' } as const;
  const connection = new RTCPeerConnection({ ...configuration, ...routes });
  /** Of the current description. */
  let found: RTCIceCandidateInit[] = [];
  let unsent: RTCIceCandidateInit[] = [];
  let collecting: ReturnType<typeof setTimeout> | undefined;
  let repeating: ReturnType<typeof setTimeout> | undefined;
  let isSignalling = false;
  let mayOffer = !isWaiting;
  let isMakingOffer = false;
  let isSettingAnswer = false;
  let theirPicture: MediaStreamTrack | null = null;
  const described = Promise.withResolvers<void>();
  const signalling = Promise.withResolvers<void>();
  let work = described.promise;
  /** A picture is negotiated afterwards: builds without pictures take a description of sound alone. */
  let pictureWork: Promise<unknown> = Promise.all([described.promise, signalling.promise]);

  for (const track of stream.getAudioTracks()) connection.addTrack(track, stream);

  function sendCandidates(): void {
    collecting = undefined;
    if (!isSignalling || unsent.length === 0) return;
    const list = unsent.splice(0, 20).map(({ candidate, sdpMid, sdpMLineIndex, usernameFragment }) => ({
      candidate: candidate ?? '',
      sdpMid: sdpMid ?? null,
      sdpMLineIndex: sdpMLineIndex ?? null,
      usernameFragment: usernameFragment ?? null,
    }));
    onSignal({ kind: 'candidates', list });
    if (unsent.length > 0) sendCandidates();
  }

  connection.onicecandidate = ({ candidate }) => {
    if (!candidate) return;
    found.push(candidate.toJSON());
    unsent.push(candidate.toJSON());
    collecting ??= setTimeout(sendCandidates, collectFor);
  };
  connection.ontrack = ({ track }) => {
    if (track.kind === 'audio') onSound(new MediaStream([track]));
  };
  connection.onconnectionstatechange = () => onState(connection.connectionState);
  connection.onnegotiationneeded = async () => {
    // The first description is the message that offers the call.
    if (!isSignalling || !mayOffer) return;
    try {
      isMakingOffer = true;
      await connection.setLocalDescription();
      sendDescription();
      repeatOffer();
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

  /** What was sent before may not have arrived. */
  function resendCandidates(): void {
    const fragment = /^a=ice-ufrag:(\S+)/m.exec(connection.localDescription?.sdp ?? '')?.[1];
    found = found.filter(({ usernameFragment }) => usernameFragment === fragment);
    unsent = [...found];
    sendCandidates();
  }

  function repeatOffer(): void {
    clearTimeout(repeating);
    repeating = setTimeout(() => {
      if (connection.signalingState !== 'have-local-offer') return;
      sendDescription();
      resendCandidates();
      repeatOffer();
    }, repeatEvery);
  }

  const pictureTransceiver = () =>
    connection.getTransceivers().find(({ receiver }) => receiver.track.kind === 'video') ?? null;

  function reportPicture(): void {
    const transceiver = pictureTransceiver();
    const direction = transceiver?.currentDirection;
    const track = direction === 'sendrecv' || direction === 'recvonly' ? transceiver!.receiver.track : null;
    if (track === theirPicture) return;
    theirPicture = track;
    onPicture(track && new MediaStream([track]));
  }

  async function receiveDescription({ type, sdp }: Extract<Signal, { kind: 'description' }>): Promise<void> {
    const isReady = !isMakingOffer && (connection.signalingState === 'stable' || isSettingAnswer);
    if (!isPolite && type === 'offer' && !isReady) return;
    isSettingAnswer = type === 'answer';
    // An own offer is rolled back by the browser.
    await connection.setRemoteDescription({ type, sdp }).finally(() => {
      isSettingAnswer = false;
    });
    mayOffer = true;
    if (type === 'offer') {
      await connection.setLocalDescription();
      sendDescription();
      resendCandidates();
    }
    reportPicture();
  }

  async function handle(signal: Signal): Promise<void> {
    if (signal.kind === 'description') await receiveDescription(signal);
    if (signal.kind !== 'candidates') return;
    for (const candidate of signal.list)
      // One that does not fit, such as one of an ignored or an earlier offer, does not stop those after it.
      await connection.addIceCandidate(candidate).catch(() => {});
  }

  async function changePicture(track: MediaStreamTrack | null): Promise<void> {
    const transceiver = pictureTransceiver();
    if (transceiver) {
      transceiver.direction = track ? 'sendrecv' : 'recvonly';
      await transceiver.sender.replaceTrack(track);
    } else if (track) connection.addTrack(track, stream);
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
      work = work.then(() => handle(signal)).catch(() => {});
    },
    replaceSound(track) {
      for (const sender of connection.getSenders())
        if (sender.track?.kind === 'audio') void sender.replaceTrack(track).catch(() => {}); // it was closed meanwhile
    },
    sendPicture(track) {
      pictureWork = pictureWork.then(() => changePicture(track)).catch(() => {}); // it was closed meanwhile
    },
    restart(current) {
      connection.setConfiguration({ ...configuration, ...current });
      // Where an own offer has no answer yet, it is repeated, and the browser asks for the next one once it has. It is not
      // rolled back: Chromium's pictures then stop for good.
      connection.restartIce();
    },
    startSignalling() {
      isSignalling = true;
      signalling.resolve();
      sendCandidates();
    },
    resume() {
      isSignalling = true;
      described.resolve();
      signalling.resolve();
    },
    close() {
      clearTimeout(collecting);
      clearTimeout(repeating);
      connection.onicecandidate = null;
      connection.ontrack = null;
      connection.onconnectionstatechange = null;
      connection.onnegotiationneeded = null;
      connection.close();
    },
  };
}
