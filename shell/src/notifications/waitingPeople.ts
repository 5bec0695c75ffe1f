// Notifies this account of people who wait for it to answer in a bot's place, on every page, until somebody answers.
import { isInFront } from '@amber/ui/isInFront';
import { api, engineState$, events$, showToast } from '@amber/client/hostEngine';
import { accountDb } from '@amber/client/live';
import { paths } from '@amber/client/paths';
import { session$ } from '@amber/client/session';
import type { AgentChat } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { personName } from '@amber/ui/personName';
import { asyncScheduler, distinctUntilChanged, filter, map, merge, of, switchMap, throttleTime } from 'rxjs';
import { retryWithBackoff } from '../frame/lazyWithRetry.tsx';
import { waitingCount$ } from '../frame/navigation/badges.ts';
import { mayNotify } from '../kit/alertSettings.ts';
import { words } from '../words/gen/outside.ts';
import { words as settings } from '../words/gen/settings.ts';
import { playSound } from './arrivalSound.ts';
import { mayShowNotifications, pushState$ } from './push.ts';
import { registration } from './worker.ts';

/** Milliseconds; a person who asks again and again causes one request in this time. */
const throttle = 2_000;

const agentPath = `${paths.ai()}/agent`;

/** The gateway's pushes have the same tags, so that each notification shows once. */
const tagPrefix = 'waiting ';
const tagOf = ({ conversationId }: AgentChat): string => tagPrefix + conversationId;

const connected$ = engineState$.pipe(
  map((state) => state?.connection.status === 'open'),
  distinctUntilChanged(),
  filter(Boolean),
);
const queueChanged$ = events$.pipe(filter((event) => event.type === 'featureNews' && event.feature === 'ai'));

/** Emits those who wait for an agent, after each change and reconnect. */
const waiting$ = merge(connected$, queueChanged$).pipe(
  throttleTime(throttle, asyncScheduler, { leading: true, trailing: true }),
  switchMap(() => retryWithBackoff(() => api.aiBot.agentQueue({}))),
  map(({ list }) => list.filter(({ mine }) => !mine)),
);

/** Distinguishes the requests of one person. */
const requestOf = ({ conversationId, askedAt }: AgentChat): string => `${conversationId} ${askedAt}`;

/** Returns the name under which the user knows the person who waits. */
async function nameOf({ person }: AgentChat): Promise<string> {
  const contact = person && (await accountDb()?.contacts.get(person.identifier));
  return contact?.remarkName || personName(person?.lastName ?? '');
}

async function alertTo(chat: AgentChat): Promise<void> {
  const isOnAgentPage = location.pathname === `${limits.basePath}${agentPath}`;
  if (!isOnAgentPage)
    showToast('info', words.waiting({ name: await nameOf(chat), bot: chat.botName }), {
      to: agentPath,
      label: words.answerNow,
    });
  // These requests belong to no chat of this account, so only the quiet hours apply.
  if (!mayNotify({ type: 'private', userSetting: null }, false)) return;
  if (!isOnAgentPage || !isInFront()) await playSound(requestOf(chat));
  // With a push service, the gateway's push shows it.
  if (isInFront() || !mayShowNotifications() || pushState$.value === 'on') return;
  await (
    await registration()
  )?.showNotification('Amber', {
    body: settings.notifications.waiting,
    tag: tagOf(chat),
    data: { path: agentPath, seq: chat.askedAt },
  });
}

/** Closes the notifications of people who wait no longer. */
async function closeOthers(waiting: readonly AgentChat[]): Promise<void> {
  const tags = new Set(waiting.map(tagOf));
  for (const shown of (await (await registration())?.getNotifications()) ?? [])
    if (shown.tag.startsWith(tagPrefix) && !tags.has(shown.tag)) shown.close();
}

/** Starts, and returns a function that stops it. Who already waits at the start is only counted. */
export function watchWaitingPeople(): () => void {
  let known = new Set<string>();
  const subscription = session$
    .pipe(
      map((session) => session?.identifier),
      distinctUntilChanged(),
      switchMap((identifier) =>
        identifier === undefined
          ? of({ waiting: [], isFirst: true })
          : waiting$.pipe(map((waiting, index) => ({ waiting, isFirst: index === 0 }))),
      ),
    )
    .subscribe(({ waiting, isFirst }) => {
      waitingCount$.next(waiting.length);
      const fresh = waiting.filter((chat) => !known.has(requestOf(chat)));
      known = new Set(waiting.map(requestOf));
      const alerts = isFirst ? [] : fresh.map(alertTo);
      // The badge shows them anyway.
      void Promise.allSettled([closeOthers(waiting), ...alerts]);
    });
  return () => {
    subscription.unsubscribe();
    waitingCount$.next(0);
  };
}
