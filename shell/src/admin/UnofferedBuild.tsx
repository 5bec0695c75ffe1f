// Shows a build in the server's checkout that is not offered, with a button to offer it.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/hostEngine';
import type { LeftOutBuild } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { words } from '../words/gen/admin.ts';
import styles from './OfferCard.module.css';

interface UnofferedBuildProps {
  build: LeftOutBuild;
  /** Whether none of the feature's releases is offered. */
  isRemoved?: boolean;
  onChanged(): void;
}

/** The footer of a feature's card. */
export function UnofferedBuild({ build: { remote, version }, isRemoved = false, onChanged }: UnofferedBuildProps) {
  const [busy, act] = useAction();
  const follow = () => void act(() => api.rollout.followCheckout({ remote })).then(onChanged);
  return (
    <div className={styles.foot}>
      <p className={styles.note}>{isRemoved ? words.removed({ version }) : words.leftOut({ version })}</p>
      <Button busy={busy} onClick={follow}>
        {words.follow}
      </Button>
    </div>
  );
}
