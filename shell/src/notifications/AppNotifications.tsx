// The parts of the app outside its window: notifications, the prompt to enable them, the tab's icon, and what an
// installed app needs.
import { events$ } from '@amber/client/hostEngine';
import { accountDb } from '@amber/client/live';
import { storeText } from '@amber/client/storage';
import { useSubscription } from '@amber/client/useSubscription';
import { Button } from '@amber/ui/Button';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { filter } from 'rxjs';
import { mayNotify } from '../kit/alertSettings.ts';
import styles from '../frame/UpdateNotice.module.css';
import { unread$ } from '../frame/pageTitle.ts';
import { linkManifest } from '../kit/install.ts';
import { words } from '../words/gen/outside.ts';
import { startNotifications } from './startNotifications.ts';
import { canOfferPush, enablePush } from './push.ts';
import { followUnread } from './tabIcon.ts';

const key = 'amber-push-offered';

const wasOffered = (): boolean => {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return true;
  }
};

/** The messages that arrive unseen, while the prompt may be shown. */
const backgroundArrivals$ = events$.pipe(
  filter((event) => event.type === 'messageArrived'),
  filter(() => (document.hidden || !document.hasFocus()) && canOfferPush() && !wasOffered()),
);

/**
 * True once a message has arrived while the page was in the background, if the browser has not been asked for
 * permission yet.
 */
function useOffer(): [boolean, () => void] {
  const [isOffered, setOffered] = useState(false);
  useSubscription(backgroundArrivals$, ({ conversationId, id }) => {
    void (async () => {
      const db = accountDb();
      const [chat, message] = [await db?.conversations.get(conversationId), await db?.messages.get(id)];
      if (chat && mayNotify(chat, message?.mention === 1)) setOffered(true);
    })().catch(() => {}); // the next message triggers the offer
  });
  return [
    isOffered,
    () => {
      // Without storage `wasOffered` is always true, so nothing is lost.
      storeText(key, '1');
      setOffered(false);
    },
  ];
}

/** Renders nothing but the prompt, once. */
export function AppNotifications() {
  const navigate = useNavigate();
  const [isOffered, close] = useOffer();
  useEffect(() => followUnread(unread$), []);
  useEffect(() => {
    linkManifest();
    return startNotifications({ open: (path) => void navigate(path) });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- one line to the worker for as long as the page is there
  }, []);
  return (
    <div role="status" className={styles.status}>
      {isOffered && (
        <div className={styles.notice}>
          <p>{words.missed}</p>
          <Button variant="quiet" onClick={close}>
            {words.notNow}
          </Button>
          <Button
            variant="primary"
            onClick={() => {
              close();
              void enablePush();
            }}
          >
            {words.turnOn}
          </Button>
        </div>
      )}
    </div>
  );
}
