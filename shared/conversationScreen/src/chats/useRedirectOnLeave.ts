// Notices that the user is no longer in a conversation or a space.
import { events$ } from '@amber/client/engine';
import type { OpenLocation } from '@amber/client/pathAfterLeaving';
import { useSubscription } from '@amber/client/useSubscription';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';

/** `open` is the location that the URL names. */
export function useRedirectOnLeave(open: OpenLocation): void {
  const navigate = useNavigate();
  const current = useRef(open);
  useEffect(() => {
    current.current = open;
  });
  useSubscription(events$, (event) => {
    if (event.type !== 'conversationLeft' && event.type !== 'spaceLeft') return;
    void import(/* webpackChunkName: "dialogs" */ './redirectOnLeave.ts').then(({ redirectOnLeave }) =>
      redirectOnLeave(event, () => current.current, navigate),
    );
  });
}
