// Joins a space, shows a toast and opens the space.
import { useAction } from '@amber/client/useAction';
import { engine, showToast } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { type JoinLink, takeJoinIntent } from './joinIntent.ts';
import { words } from '../words/gen/channels.ts';

/** The primary button of a page. It counts as pressed if the person asked for it before they signed in. */
export function JoinButton({ link, label }: { link: JoinLink; label: string }) {
  const navigate = useNavigate();
  const [busy, act] = useAction();
  const isMounted = useRef(true);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const join = () =>
    act(async () => {
      const { spaceId, conversationId } = await engine.joinSpace(link);
      showToast('success', words.join.joined);
      await new Promise((resolve) => setTimeout(resolve, limits.joinToast));
      // Do not navigate if the user has left this page.
      if (isMounted.current)
        void navigate(
          conversationId ? paths.room({ sid: spaceId, cid: conversationId }) : paths.space({ sid: spaceId }),
          { replace: true },
        );
    });
  const joinIfAsked = useEffectEvent(() => {
    if (takeJoinIntent(link)) void join();
  });
  useEffect(() => joinIfAsked(), []);
  return (
    <Button variant="primary" busy={busy} onClick={() => void join()}>
      {label}
    </Button>
  );
}
