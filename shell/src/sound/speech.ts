// Reads messages aloud, one at a time: with the voice of the server as it arrives, with the sound that this device has
// of an earlier time, or with a voice of this device.
import type { AccountCalls, EngineEvent } from '@amber/client/bus';
import type { SpokenSentence } from '@amber/client/db';
import type { HostSound, SpeechState, SpeechTrack } from '@amber/client/remote';
import { Fault } from '@amber/proto/faults';
import { limits } from '@amber/proto/limits';
import type { BehaviorSubject, Observable, Subscription } from 'rxjs';
import type { BrowserVoice } from './browserVoice.ts';
import type { SpeechListener, SpeechOutput } from './speechOutput.ts';
import { silence } from './speechState.ts';
import type { VoiceStream } from './voiceStream.ts';

interface SpeechPorts {
  state$: BehaviorSubject<SpeechState>;
  /** The player of files, which plays a sound that this device has. */
  player: HostSound['player'];
  engine: Pick<AccountCalls, 'speak' | 'stopSpeaking'>;
  events$: Observable<EngineEvent>;
  newId(): string;
  openStream(listener: SpeechListener): VoiceStream;
  browserVoice: BrowserVoice;
  /** Pauses everything else that plays on this page. */
  pauseOthers(): void;
  /** Other tabs: one of them speaks. */
  channel: Pick<BroadcastChannel, 'postMessage' | 'addEventListener'>;
}

/** Milliseconds without a chunk after which the engine is asked whether it still has the stream. */
const silenceMax = 20_000;
/** The bytes of a WAV file's header. */
const wavHeader = 44;
const started = 'started';

const durationOf = (wav: Blob): number =>
  (Math.max(0, wav.size - wavHeader) * 1_000) / (Int16Array.BYTES_PER_ELEMENT * limits.speechSampleRate);

export function createSpeech(ports: SpeechPorts): NonNullable<HostSound['speech']> {
  const { state$, player, engine, events$, newId, openStream, browserVoice, pauseOthers, channel } = ports;
  let output: SpeechOutput | null = null;
  /** Ends what the present speech has subscribed to; its late results are dropped. */
  let release: (() => void) | null = null;

  const update = (change: Partial<SpeechState>): void => state$.next({ ...state$.value, ...change });

  function end(): void {
    release?.();
    release = null;
    output?.stop();
    output = null;
  }

  function stop(): void {
    end();
    if (state$.value.track) state$.next(silence);
  }

  function fail(thrown: unknown): void {
    const { code } = Fault.of(thrown);
    // Another tab speaks now.
    if (code === 'CANCELLED') return stop();
    end();
    update({ status: 'failed', fault: code, textFrom: 0, textTo: 0 });
  }

  const listener: SpeechListener = { onProgress: update, onEnd: stop };

  /** Lets the player of files play the whole sound: it can seek, and it knows the rate of the person. */
  function playFile(
    { id, conversationId, title, path }: SpeechTrack,
    sound: Blob,
    sentences: readonly SpokenSentence[],
  ): void {
    end();
    player.play({ id, conversationId, title, path, duration: durationOf(sound), load: async () => sound });
    const subscription = player.state$.subscribe(({ track, status, at, duration }) => {
      if (track?.id === id) {
        const sentence = sentences.findLast((one) => one.at <= at);
        const { textFrom = 0, textTo = 0 } = sentence ?? {};
        update({ status, at, duration, textFrom, textTo, fault: status === 'failed' ? 'VOICE_FAILED' : '' });
      }
      // It has ended, or something else plays.
      else stop();
    });
    release = () => subscription.unsubscribe();
    output = {
      pause: player.pause,
      resume: player.resume,
      stop: () => player.state$.value.track?.id === id && player.stop(),
    };
  }

  /** Plays what the engine emits. Returns the function that resolves when the engine has begun. */
  function playStream(track: SpeechTrack): void {
    const id = newId();
    const request = { id, conversationId: track.conversationId, messageId: track.id };
    let next = 0;
    /** The fault that follows what has arrived. */
    let fault = '';
    let watch: ReturnType<typeof setTimeout> | undefined;
    let subscription: Subscription | undefined;
    let isReleased = false;
    const stream = openStream({ onProgress: update, onEnd: () => (fault ? fail(new Fault(fault)) : stop()) });
    output = stream;
    release = () => {
      isReleased = true;
      clearTimeout(watch);
      subscription?.unsubscribe();
      engine.stopSpeaking({ id }).catch(() => {}); // a new stream or the closed page ends it as well
    };

    function watchSilence(): void {
      clearTimeout(watch);
      watch = setTimeout(() => {
        // An engine that was restarted does not know the stream; any other one changes nothing.
        engine.speak({ ...request, from: next }).then(watchSilence, (thrown: unknown) => isReleased || fail(thrown));
      }, silenceMax);
    }

    subscription = events$.subscribe((event) => {
      if (event.type !== 'aiVoice' || event.id !== id || event.number < next) return;
      next = event.number + 1;
      if (event.fault === 'CANCELLED') return stop();
      stream.add(event.pcm, event);
      watchSilence();
      if (!event.last) return;
      fault = event.fault;
      clearTimeout(watch);
      stream.complete();
    });
    engine.speak(request).then(
      ({ sound, cloned, sentences = [] }) => {
        if (isReleased) return;
        update({ cloned });
        if (sound) playFile(track, sound, sentences);
        else watchSilence();
      },
      (thrown: unknown) => isReleased || fail(thrown),
    );
  }

  function playSealed(text: string): void {
    let isReleased = false;
    release = () => (isReleased = true);
    const whileCurrent: SpeechListener = {
      onProgress: (progress) => isReleased || listener.onProgress(progress),
      onEnd: () => isReleased || listener.onEnd(),
    };
    browserVoice.speak(text, whileCurrent).then(
      (spoken) => {
        if (isReleased) spoken.stop();
        else output = spoken;
      },
      (thrown: unknown) => isReleased || fail(thrown),
    );
  }

  const pause = (): void => {
    if (state$.value.track && state$.value.status !== 'failed') output?.pause();
  };

  function announce(): void {
    pauseOthers();
    channel.postMessage(started);
  }

  function start(track: SpeechTrack): void {
    end();
    announce();
    state$.next({ ...silence, track, status: 'loading' });
    if (track.sealedText === undefined) playStream(track);
    else playSealed(track.sealedText);
  }

  function resume(): void {
    const { track, status } = state$.value;
    if (!track || status === 'playing' || status === 'loading') return;
    if (status === 'failed' || !output) return start(track);
    announce();
    output.resume();
  }

  channel.addEventListener('message', () => {
    pause();
    player.pause();
  });

  return {
    state$,
    speak: (track) => (track.id === state$.value.track?.id ? resume() : start(track)),
    pause,
    resume,
    stop,
  };
}
