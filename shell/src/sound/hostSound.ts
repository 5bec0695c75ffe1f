// The sound service that the host lends to the remotes. Its code is loaded when it is first used.
import type { HostSound } from '@amber/client/remote';
import { playerState$ } from './playerState.ts';
import { silence, speechState$ } from './speechState.ts';

const firstCall = Promise.withResolvers<void>();
/** Resolves when this person calls somebody for the first time: the page shows the call, idle or not. */
export const whenCalling = firstCall.promise;

const firstUse = Promise.withResolvers<void>();

/** In the chunk of the other bars: see Host.tsx. */
const loadSound = () => import(/* webpackChunkName: "bars" */ './sound.ts');

const load: typeof loadSound = () => {
  firstUse.resolve();
  return loadSound();
};

/** Calls `onFailure` if loading fails: the message shows it, and the next press of its button loads the code again. */
const loadOr = (onFailure: () => void) =>
  load().catch((thrown: unknown) => {
    onFailure();
    throw thrown;
  });

/** Returns the component that shows what plays. Nothing is loaded before something has played. */
export const loadSmallPlayer = async () => {
  await firstUse.promise;
  return (await loadSound()).SmallPlayer;
};

type Player = HostSound['player'];
type PlayerCalls = Omit<Player, 'state$'>;

const call =
  <Name extends keyof PlayerCalls>(name: Name) =>
  async (...args: Parameters<PlayerCalls[Name]>): Promise<void> =>
    ((await load()).player[name] as (...given: typeof args) => void)(...args);

const callSpeech = (name: 'pause' | 'resume' | 'stop') => async (): Promise<void> => (await load()).speech[name]();

export const hostSound: HostSound = {
  recorder: { start: async (target) => (await load()).recorder.start(target) },
  player: {
    state$: playerState$,
    async play(track, at) {
      const { player } = await loadOr(() =>
        playerState$.next({ ...playerState$.value, track, status: 'failed', duration: track.duration }),
      );
      player.play(track, at);
    },
    pause: call('pause'),
    resume: call('resume'),
    seek: call('seek'),
    setRate: call('setRate'),
    stop: call('stop'),
  },
  speech: {
    state$: speechState$,
    async speak(track) {
      const { speech } = await loadOr(() =>
        speechState$.next({ ...silence, track, status: 'failed', fault: 'REQUEST_FAILED' }),
      );
      speech.speak(track);
    },
    pause: callSpeech('pause'),
    resume: callSpeech('resume'),
    stop: callSpeech('stop'),
  },
  calls: {
    async start(person) {
      firstCall.resolve();
      await (await import(/* webpackChunkName: "background" */ '../calls/CallListener.tsx')).startCall(person);
    },
  },
  decode: async (blob) => (await load()).decode(blob),
};
