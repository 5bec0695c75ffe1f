// Typing indicators, mine and those of others, each with its own time-out.
import type { EngineEvent } from '@amber/client/bus';
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

export interface Typing {
  /** I am typing, or have stopped. */
  write(conversationId: string, isTyping: boolean): void;
  /** The message has been sent: its receivers know that I have stopped. */
  sent(conversationId: string): void;
  /** Somebody else is typing, or has stopped. */
  hear(conversationId: string, identifier: string, isTyping: boolean): void;
  close(): void;
}

interface TypingPorts {
  clock: SchedulerLike;
  tell(conversationId: string, isTyping: boolean): void;
  say(event: EngineEvent): void;
}

/** True now, false after a while without another. */
const forAWhile = (isTyping: boolean, clock: SchedulerLike, end: number) =>
  isTyping ? concat(of(true), timer(end, clock).pipe(map(() => false))) : of(false);

export function createTyping({ clock, tell, say }: TypingPorts): Typing {
  const written$ = new Subject<{ conversationId: string; state: boolean | 'sent' }>();
  const heard$ = new Subject<{ conversationId: string; identifier: string; isTyping: boolean }>();

  const telling = written$
    .pipe(
      groupBy(({ conversationId }) => conversationId),
      mergeMap((own$) => {
        const begun$ = own$.pipe(
          filter(({ state }) => state === true),
          throttleTime(limits.typingEvery, clock),
          map(() => true as const),
        );
        const ended$ = own$.pipe(
          switchMap(({ state }) => (state === 'sent' ? of(state) : forAWhile(state, clock, limits.typingEvery))),
          filter((state) => state !== true),
        );
        let told = false;
        return merge(begun$, ended$).pipe(
          // A stop is sent only after a start, and not where the message itself implies it.
          filter((state) => {
            const isNews = state === true || (state === false && told);
            told = state === true;
            return isNews;
          }),
          map((state) => ({ conversationId: own$.key, isTyping: state === true })),
        );
      }),
    )
    .subscribe(({ conversationId, isTyping }) => tell(conversationId, isTyping));

  const hearing = heard$
    .pipe(
      groupBy(({ conversationId, identifier }) => `${conversationId} ${identifier}`),
      mergeMap((own$) => {
        let known = false;
        return own$.pipe(
          switchMap(({ isTyping, ...who }) =>
            forAWhile(isTyping, clock, limits.typingFor).pipe(map((state) => ({ ...who, isTyping: state }))),
          ),
          filter(({ isTyping }) => {
            const isNews = isTyping !== known;
            known = isTyping;
            return isNews;
          }),
        );
      }),
    )
    .subscribe(({ conversationId, identifier, isTyping }) =>
      say({ type: 'typing', conversationId, identifier, typing: isTyping }),
    );

  return {
    write: (conversationId, isTyping) => written$.next({ conversationId, state: isTyping }),
    sent: (conversationId) => written$.next({ conversationId, state: 'sent' }),
    hear: (conversationId, identifier, isTyping) => heard$.next({ conversationId, identifier, isTyping }),
    close() {
      telling.unsubscribe();
      hearing.unsubscribe();
    },
  };
}
