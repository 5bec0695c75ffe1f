// Typing indicators, own and others', each with a time-out.
import { limits } from '@amber/proto/limits';
import {
  concat,
  filter,
  groupBy,
  map,
  merge,
  mergeMap,
  of,
  type SchedulerLike,
  Subject,
  switchMap,
  throttleTime,
  timer,
} from 'rxjs';
import type { AccountContext } from '../kit/accountContext.ts';

export interface Typing {
  /** Records that I am typing or have stopped. */
  setOwnTyping(conversationId: string, isTyping: boolean): void;
  /** Called when the message has been sent, which tells its receivers that I have stopped. */
  clearOwnTyping(conversationId: string): void;
  /** Records that somebody else is typing or has stopped. */
  receiveTyping(conversationId: string, identifier: string, isTyping: boolean): void;
  close(): void;
}

interface TypingPorts extends Pick<AccountContext, 'clock' | 'emit'> {
  sendTyping(conversationId: string, isTyping: boolean): void;
}

/** Emits true, then false after `end` milliseconds. */
const withTimeout = (isTyping: boolean, clock: SchedulerLike, end: number) =>
  isTyping ? concat(of(true), timer(end, clock).pipe(map(() => false))) : of(false);

export function createTyping({ clock, sendTyping, emit }: TypingPorts): Typing {
  const ownTyping$ = new Subject<{ conversationId: string; state: boolean | 'sent' }>();
  const peerTyping$ = new Subject<{ conversationId: string; identifier: string; isTyping: boolean }>();

  const ownSubscription = ownTyping$
    .pipe(
      groupBy(({ conversationId }) => conversationId),
      mergeMap((own$) => {
        const starts$ = own$.pipe(
          filter(({ state }) => state === true),
          throttleTime(limits.typingEvery, clock),
          map(() => true as const),
        );
        const stops$ = own$.pipe(
          switchMap(({ state }) => (state === 'sent' ? of(state) : withTimeout(state, clock, limits.typingEvery))),
          filter((state) => state !== true),
        );
        let wasStartSent = false;
        return merge(starts$, stops$).pipe(
          // A stop is sent only after a start, and not when the message itself implies it.
          filter((state) => {
            const isChanged = state === true || (state === false && wasStartSent);
            wasStartSent = state === true;
            return isChanged;
          }),
          map((state) => ({ conversationId: own$.key, isTyping: state === true })),
        );
      }),
    )
    .subscribe(({ conversationId, isTyping }) => sendTyping(conversationId, isTyping));

  const peerSubscription = peerTyping$
    .pipe(
      groupBy(({ conversationId, identifier }) => `${conversationId} ${identifier}`),
      mergeMap((own$) => {
        let known = false;
        return own$.pipe(
          switchMap(({ isTyping, ...sender }) =>
            withTimeout(isTyping, clock, limits.typingFor).pipe(map((state) => ({ ...sender, isTyping: state }))),
          ),
          filter(({ isTyping }) => {
            const isChanged = isTyping !== known;
            known = isTyping;
            return isChanged;
          }),
        );
      }),
    )
    .subscribe(({ conversationId, identifier, isTyping }) =>
      emit({ type: 'typing', conversationId, identifier, typing: isTyping }),
    );

  return {
    setOwnTyping: (conversationId, isTyping) => ownTyping$.next({ conversationId, state: isTyping }),
    clearOwnTyping: (conversationId) => ownTyping$.next({ conversationId, state: 'sent' }),
    receiveTyping: (conversationId, identifier, isTyping) => peerTyping$.next({ conversationId, identifier, isTyping }),
    close() {
      ownSubscription.unsubscribe();
      peerSubscription.unsubscribe();
    },
  };
}
