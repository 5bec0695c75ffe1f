// The percentage of people who get the candidate, with a slider that changes it.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/hostEngine';
import type { Offer } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { useState } from 'react';
import { words } from '../words/gen/admin.ts';
import styles from './RolloutPercentage.module.css';

interface RolloutPercentageProps {
  offer: Offer;
  /** Whether enough accounts have tried the candidate to roll it out to more than half of the people. */
  hasHealthData: boolean;
  onChanged(): void;
}

/** The slider is the bar itself; a button applies its value. */
export function RolloutPercentage({ offer: { remote, share }, hasHealthData, onChanged }: RolloutPercentageProps) {
  const [chosen, setChosen] = useState(share);
  const [busy, act] = useAction();
  const most = hasHealthData ? 100 : Math.max(share, limits.rolloutShareUntested);
  const set = () => void act(() => api.rollout.setShare({ remote, share: chosen })).then(onChanged);
  return (
    <div className={styles.control}>
      <span className={styles.share}>{words.shareIs({ share: chosen })}</span>
      <input
        className={styles.slider}
        type="range"
        min={0}
        max={most}
        value={chosen}
        aria-label={words.share({ remote })}
        onChange={(event) => setChosen(Number(event.target.value))}
      />
      <Button busy={busy} disabled={chosen === share} onClick={set}>
        {words.setShare}
      </Button>
      {!hasHealthData && (
        <span>{words.notJudged({ most: limits.rolloutShareUntested, accounts: limits.rolloutAccountsMin })}</span>
      )}
    </div>
  );
}
