// The call that this page has now: what the screen shows of it, and what ends with it.
import { BehaviorSubject } from 'rxjs';
import type { CallSide, CallSignals } from './callSignals.ts';
import type { CallEnd, CallState } from './callState.ts';
import type { Peer } from './peer.ts';
import type { Routes } from './relays.ts';

export interface ActiveCall {
  side: CallSide;
  state: CallState;
  /** Aborts with the end of the call, or when it becomes the other person's call. */
  over: AbortController;
  /** Of the microphone. */
  stream?: MediaStream;
  /** Whether the other device's build shows pictures; null until that is known. */
  takesPictures: boolean | null;
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

/** The screen shows for this long how a call ended. */
const endShownFor = 4_000;
const faultShownFor = 10_000;

export type CurrentCall = ReturnType<typeof createCurrentCall>;

export function createCurrentCall() {
  const state$ = new BehaviorSubject<CallState | null>(null);
  let active: ActiveCall | null = null;
  let hideTimer: ReturnType<typeof setTimeout> | undefined;

  const isActive = (call: ActiveCall): boolean => active === call;

  function hide(): void {
    clearTimeout(hideTimer);
    if (!active) state$.next(null);
  }

  return {
    state$,
    isActive,
    get: () => active,

    begin(
      side: CallSide,
      call: Pick<CallState, 'callId' | 'conversationId' | 'identifier' | 'status' | 'isVideo'>,
    ): ActiveCall {
      clearTimeout(hideTimer);
      const state: CallState = {
        ...call,
        isMuted: false,
        isMicrophoneLost: false,
        camera: 'off',
        cameraProblem: null,
        ownPicture: null,
        theirPicture: null,
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
        takesPictures: null,
        answeredAt: 0,
        secret: '',
        timers: new Set(),
      };
      state$.next(state);
      return active;
    },

    /** Returns a function that says whether the call goes on as it is now: it has neither ended nor given way. */
    watch(call: ActiveCall): () => boolean {
      const { over } = call;
      return () => isActive(call) && call.over === over;
    },

    update(call: ActiveCall, change: Partial<CallState>): void {
      if (!isActive(call)) return;
      call.state = { ...call.state, ...change };
      state$.next(call.state);
    },

    /** Runs something later, unless the call is over or was disconnected by then. */
    after(call: ActiveCall, delay: number, run: () => void): void {
      const timer = setTimeout(() => {
        call.timers.delete(timer);
        if (isActive(call)) run();
      }, delay);
      call.timers.add(timer);
    },

    /** Shows for a while how the call has ended. */
    end(call: ActiveCall, end: CallEnd, fault: string): void {
      active = null;
      state$.next({ ...call.state, status: 'ended', end, fault, camera: 'off', ownPicture: null, theirPicture: null });
      hideTimer = setTimeout(hide, fault ? faultShownFor : endShownFor);
    },

    hide,
  };
}
