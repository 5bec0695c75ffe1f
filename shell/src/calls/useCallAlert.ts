// How a call draws attention: a sound, the title and, while the page is not in front, a notification.
import type { ConversationRow } from '@amber/client/db';
import { paths } from '@amber/client/paths';
import { isInFront } from '@amber/ui/isInFront';
import { useEffect, useEffectEvent } from 'react';
import { alertSettings, mayNotify } from '../kit/alertSettings.ts';
import { registration } from '../notifications/worker.ts';
import { words } from '../words/gen/call.ts';
import type { CallState } from './callState.ts';
import { ring } from './ringtone.ts';

/** Shows a notification that leads to the chat; returns a function that closes it. */
function notify({ conversationId }: CallState, name: string): () => void {
  // The tag of the push of a call, which shows the same.
  const tag = `call ${conversationId}`;
  const shown = registration().then(async (worker) => {
    await worker?.showNotification(name, {
      body: words.status.incoming,
      tag,
      requireInteraction: true,
      data: { path: paths.conversation({ cid: conversationId, sid: '' }) },
    });
    return worker;
  });
  return () =>
    void shown
      .then(async (worker) => {
        for (const notification of (await worker?.getNotifications({ tag })) ?? []) notification.close();
      })
      .catch(() => {}); // the browser allows none
}

/** Alerts as long as the call rings, here or at the other person's. A muted chat and quiet hours are silent. */
export function useCallAlert(call: CallState, conversation: ConversationRow | undefined, name: string): void {
  const { status } = call;
  const kind = status === 'incoming' ? 'incoming' : status === 'ringing' ? 'outgoing' : null;
  const alert = useEffectEvent((chat: ConversationRow) => {
    if (kind === 'outgoing') return ring('outgoing');
    const { sound, notify: notifies } = alertSettings();
    const stops: (() => void)[] = [];
    const title = document.title;
    document.title = words.titleOf({ name });
    stops.push(() => {
      document.title = title;
    });
    if (mayNotify(chat, false)) {
      if (sound) stops.push(ring('incoming'));
      if (notifies && !isInFront() && 'Notification' in window && Notification.permission === 'granted')
        stops.push(notify(call, name));
    }
    return () => stops.forEach((stop) => stop());
  });
  const isKnown = conversation !== undefined;
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- the row changes with each message; one alert is for the whole ring
  useEffect(() => (kind && conversation ? alert(conversation) : undefined), [kind, isKnown]);
}
