// The bar of TestingNotice.
import { showToast } from '@amber/client/hostEngine';
import { Button } from '@amber/ui/Button';
import { words } from '../words/gen/testing.ts';
import styles from './TestingBar.module.css';
import { useCurrentFederation } from '../federation/show/useFederation.ts';

/** One line per tested feature. */
export function TestingBar() {
  const { tested$, titleOf, stopTesting } = useCurrentFederation();
  const leave = (feature: string) => {
    const title = titleOf(feature);
    stopTesting(feature);
    showToast('info', words.left({ title }));
  };
  return Object.entries(tested$.value).map(
    ([feature, tested]) =>
      tested && (
        <section key={feature} className={styles.bar} aria-label={words.testing}>
          <span role="status">{words.nowTesting({ title: titleOf(feature), version: tested.release.version })}</span>
          <Button variant="quiet" onClick={() => leave(feature)}>
            {words.leave}
          </Button>
        </section>
      ),
  );
}
