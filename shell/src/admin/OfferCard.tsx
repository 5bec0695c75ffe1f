// A feature's releases and the operator's actions on them.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/hostEngine';
import type { LeftOutBuild, Offer, RemoteHealth, TesterLink } from '@amber/proto';
import { limits } from '@amber/proto/limits';
import { Button } from '@amber/ui/Button';
import { Switch } from '@amber/ui/Switch';
import { useState } from 'react';
import { useFederation } from '../federation/show/useFederation.ts';
import { words } from '../words/gen/admin.ts';
import { CrashesSection } from './CrashesSection.tsx';
import { UnofferedBuild } from './UnofferedBuild.tsx';
import { ReleaseTable } from './ReleaseTable.tsx';
import { releaseRows } from './releaseRows.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { TestingSection } from './TestingSection.tsx';
import { RolloutPercentage } from './RolloutPercentage.tsx';
import styles from './OfferCard.module.css';

interface OfferCardProps {
  offer: Offer;
  health: readonly RemoteHealth[];
  /** The testers' links of this feature. */
  testerLinks: readonly TesterLink[];
  /** The build of the feature in the server's own checkout, if it is not offered to people. */
  unofferedBuild?: LeftOutBuild | undefined;
  onChanged(): void;
}

/** A card named after the feature. */
export function OfferCard({ offer, health, testerLinks, unofferedBuild, onChanged }: OfferCardProps) {
  const { remote, stable, candidate, previous } = offer;
  const { titleOf } = useFederation();
  const [rollingBack, setRollingBack] = useState(false);
  const [promoting, act] = useAction();
  const [changing, change] = useAction();
  const [removing, setRemoving] = useState(false);
  const rows = releaseRows(offer, health);
  const hasHealthData =
    !stable || health.some((one) => one.remote === remote && one.version === candidate?.version && one.judged > 0);
  const doubt = health.find((one) => one.remote === remote && one.version === candidate?.version)?.doubt;
  // A version that was rolled back is in none of the rows, and its crashes are why.
  const crashed = health.filter((one) => one.remote === remote && one.crashes > 0).map(({ version }) => version);
  const promote = () => void act(() => api.rollout.promote({ remote })).then(onChanged);
  return (
    <SettingsCard title={titleOf(remote)}>
      <ReleaseTable remote={remote} rows={rows} />
      {candidate && doubt && (
        <div role="alert" className={styles.doubt}>
          <p>{words.doubt({ version: candidate.version })}</p>
          <p lang="en" dir="ltr">
            {doubt}
          </p>
        </div>
      )}
      {rows
        .filter(({ slowerReason }) => slowerReason !== '')
        .map(({ version, slowerReason }) => (
          <div key={version} role="status" className={styles.note}>
            <p>{words.slower({ version })}</p>
            <p lang="en" dir="ltr">
              {slowerReason}
            </p>
          </div>
        ))}
      <div className={styles.foot}>
        {candidate ? (
          <RolloutPercentage key={offer.share} offer={offer} hasHealthData={hasHealthData} onChanged={onChanged} />
        ) : (
          <p className={styles.note}>{words.noCandidate}</p>
        )}
        <div className={styles.actions}>
          {candidate && (
            <Button variant="primary" busy={promoting} onClick={promote}>
              {words.promote}
            </Button>
          )}
          <Button disabled={!candidate && previous.length === 0} onClick={() => setRollingBack(true)}>
            {words.rollBack}
          </Button>
          <Button aria-label={words.removeOf({ remote })} onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        </div>
      </div>
      <Switch
        label={words.second}
        hint={words.secondHint({ share: limits.rolloutShareAlone })}
        checked={offer.requiresSecond}
        disabled={changing}
        onChange={(required) => void change(() => api.rollout.requireSecond({ remote, required })).then(onChanged)}
      />
      {crashed.length > 0 && <CrashesSection remote={remote} versions={crashed} />}
      <TestingSection offer={offer} links={testerLinks} onChanged={onChanged} />
      {unofferedBuild && <UnofferedBuild build={unofferedBuild} onChanged={onChanged} />}
      <ReasonDialog
        title={words.removeTitle({ remote })}
        text={words.removeText({ remote })}
        action={words.remove}
        open={removing}
        onClose={() => setRemoving(false)}
        run={(why) => api.rollout.remove({ remote, why })}
        onChanged={onChanged}
      />
      <ReasonDialog
        title={words.rollBackTitle({ remote })}
        text={
          candidate
            ? words.rollBackCandidate({ version: candidate.version })
            : words.rollBackStable({ version: stable?.version ?? '', to: previous[0]?.version ?? '' })
        }
        action={words.rollBack}
        open={rollingBack}
        onClose={() => setRollingBack(false)}
        // The call names the version, so a release that was published meanwhile is not rolled back.
        run={(why) => api.rollout.rollback({ remote, version: (candidate ?? stable!).version, why })}
        onChanged={onChanged}
      />
    </SettingsCard>
  );
}
