// Plays voice messages, one at a time, while the person moves through the app.
import type { HostSound, PlayerState, Track } from '@amber/client/remote';
import { limits } from '@amber/proto/limits';
import type { BehaviorSubject } from 'rxjs';
import { storedRate, storeRate } from './playbackRate.ts';

export interface PlayerPorts {
  state$: BehaviorSubject<PlayerState>;
  /** An element in the document: the other players of the page hear its `play` event and pause. */
  audio: HTMLAudioElement;
  /** The document, which hears the `play` events of all other players. */
  page: Pick<EventTarget, 'addEventListener'>;
  urls: Pick<typeof URL, 'createObjectURL' | 'revokeObjectURL'>;
}

export function createPlayer({ state$, audio, page, urls }: PlayerPorts): HostSound['player'] {
  /** Milliseconds: where each track was left. */
  const positions = new Map<string, number>();
  /** Empty until the file of the track is loaded. */
  let url = '';
  /** Identifies the latest `load`: the result of an earlier one is dropped. */
  let latestLoad = 0;
  let isLoading = false;

  const update = (change: Partial<PlayerState>): void => state$.next({ ...state$.value, ...change });
  update({ rate: storedRate() });

  function unload(): void {
    latestLoad += 1;
    isLoading = false;
    const { track, at } = state$.value;
    if (track) positions.set(track.id, at);
    if (!url) return;
    audio.pause();
    audio.removeAttribute('src');
    audio.load(); // releases the file
    urls.revokeObjectURL(url);
    url = '';
  }

  function stop(): void {
    unload();
    update({ track: null, status: 'paused', at: 0, duration: 0 });
  }

  /** The browser may refuse to play without a press, and `pause` may come first: then it stays paused. */
  function start(): void {
    update({ status: 'loading' });
    audio.play().catch((thrown: Error) => {
      if (url && state$.value.status === 'loading')
        update({ status: thrown.name === 'NotSupportedError' ? 'failed' : 'paused' });
    });
  }

  async function load(track: Track): Promise<void> {
    latestLoad += 1;
    const ownLoad = latestLoad;
    isLoading = true;
    update({ status: 'loading' });
    try {
      const blob = await track.load();
      if (ownLoad !== latestLoad) return;
      isLoading = false;
      url = urls.createObjectURL(blob);
      audio.src = url;
      const { at, rate, status } = state$.value;
      audio.currentTime = at / 1_000;
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
      if (status === 'loading') start();
    } catch {
      // The small player and the bubble offer to try again.
      if (ownLoad !== latestLoad) return;
      isLoading = false;
      update({ status: 'failed' });
    }
  }

  function resume(): void {
    const { track, status } = state$.value;
    if (!track || status === 'playing' || status === 'loading') return;
    if (isLoading) return update({ status: 'loading' });
    if (url && status === 'paused') return start();
    unload();
    void load(track);
  }

  function seek(milliseconds: number): void {
    const { track, duration } = state$.value;
    if (!track) return;
    const at = Math.max(0, Math.min(milliseconds, duration));
    if (url) audio.currentTime = at / 1_000;
    update({ at });
  }

  function pause(): void {
    audio.pause();
    if (state$.value.track && state$.value.status !== 'failed') update({ status: 'paused' });
  }

  function play(track: Track, at?: number): void {
    if (track.id === state$.value.track?.id) {
      if (at !== undefined) seek(at);
      return resume();
    }
    unload();
    update({
      track,
      status: 'loading',
      at: at ?? positions.get(track.id) ?? 0,
      duration: Math.min(track.duration, limits.voiceMax),
    });
    void load(track);
  }

  const listeners: Partial<Record<keyof HTMLMediaElementEventMap, () => unknown>> = {
    playing: () => url && update({ status: 'playing' }),
    pause: () => state$.value.status === 'playing' && update({ status: 'paused' }),
    timeupdate: () => state$.value.status === 'playing' && update({ at: audio.currentTime * 1_000 }),
    durationchange: () => Number.isFinite(audio.duration) && update({ duration: audio.duration * 1_000 }),
    error: () => url && update({ status: 'failed' }),
    ended() {
      const id = state$.value.track?.id ?? '';
      stop();
      positions.delete(id);
    },
  };
  for (const [name, listen] of Object.entries(listeners)) audio.addEventListener(name, listen);
  // Media events do not bubble, but they can be captured.
  page.addEventListener('play', ({ target }) => target !== audio && state$.value.track && pause(), true);

  return {
    state$,
    play,
    pause,
    resume,
    seek,
    setRate(rate) {
      audio.defaultPlaybackRate = rate;
      audio.playbackRate = rate;
      storeRate(rate);
      update({ rate });
    },
    stop,
  };
}
