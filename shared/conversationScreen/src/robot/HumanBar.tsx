// The bar above the composer while a human is awaited or answers: the waiting time, and a button to return to the AI.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/engine';
import { formatDate } from '@amber/words/formats';
import { words } from '../words/gen/robot.ts';
import type { Responder } from './useResponder.ts';
import styles from '../security/Notice.module.css';

const minute = 60_000;

interface HumanBarProps {
  conversationId: string;
  responder: Exclude<Responder, { by: 'AI' }>;
}

export function HumanBar({ conversationId, responder: { by, human } }: HumanBarProps) {
  const [busy, act] = useAction();
  const back = () => void act(() => api.aiBot.transformState({ conversationId, state: 'AI' }));
  const { name, askedAt, waited, ahead } = human;
  return (
    <div className={styles.waits}>
      <p role="status">
        {by === 'human' ? (
          words.humanBar({ name })
        ) : (
          <>
            {askedAt > 0 ? words.waitingSince({ time: formatDate(askedAt, 'time') }) : words.waiting}{' '}
            {waited > 0 ? words.othersWaited({ minutes: Math.round(waited / minute) }) : words.noWaits}
            {ahead > 0 && ` ${words.ahead({ count: ahead })}`}
          </>
        )}
      </p>
      <button type="button" disabled={busy} onClick={back}>
        {words.backToAi}
      </button>
    </div>
  );
}
