// The bar of TestingNotice.
import { showToast } from '@amber/client/hostEngine';
import { Button } from '@amber/ui/Button';
import { words } from '../words/gen/testing.ts';
import styles from './TestingBar.module.css';
import { useCurrentFederation } from '../federation/show/useFederation.ts';

/** One line per tested feature. */
export function TestingBar() {
  const { tested$, titleOf, releasesOf, stopTesting } = useCurrentFederation();
  const leave = (feature: string) => {
    const title = titleOf(feature);
    stopTesting(feature);
    showToast('info', words.left({ title }));
  };
  const statusOf = (feature: string, version: string) => {
    const title = titleOf(feature);
    const running = releasesOf(feature)[0]?.version;
    if (running === version) return words.nowTesting({ title, version });
    return running ? words.otherRuns({ title, version, running }) : words.noneRuns({ title, version });
  };
  return Object.entries(tested$.value).map(
    ([feature, tested]) =>
      tested && (
        <section key={feature} className={styles.bar} aria-label={words.testing}>
          <span role="status">{statusOf(feature, tested.release.version)}</span>
          <Button variant="quiet" onClick={() => leave(feature)}>
            {words.leave}
          </Button>
        </section>
      ),
  );
}
