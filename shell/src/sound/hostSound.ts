// The sound service that the host lends to the remotes. Its code is loaded when it is first used.
import type { HostSound } from '@amber/client/remote';
import { playerState$ } from './playerState.ts';

const firstUse = Promise.withResolvers<void>();

/** In the chunk of the other bars: see Host.tsx. */
const loadSound = () => import(/* webpackChunkName: "bars" */ './sound.ts');

const load: typeof loadSound = () => {
  firstUse.resolve();
  return loadSound();
};

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

export const hostSound: HostSound = {
  recorder: { start: async (target) => (await load()).recorder.start(target) },
  player: {
    state$: playerState$,
    async play(track, at) {
      const { player } = await load().catch((thrown: unknown) => {
        // The bubble of the message shows this, and the next press of its button loads the code again.
        playerState$.next({ ...playerState$.value, track, status: 'failed', duration: track.duration });
        throw thrown;
      });
      player.play(track, at);
    },
    pause: call('pause'),
    resume: call('resume'),
    seek: call('seek'),
    setRate: call('setRate'),
    stop: call('stop'),
  },
  decode: async (blob) => (await load()).decode(blob),
};
