// Lists each feature's version with its release notes and a button to go back to the previous one.
import { showToast } from '@amber/client/hostEngine';
import { useAction } from '@amber/client/useAction';
import { Button } from '@amber/ui/Button';
import { EmptyState } from '@amber/ui/EmptyState';
import { FeaturesIcon } from '@amber/ui/moreIcons';
import { Switch } from '@amber/ui/Switch';
import type { FeatureOffer } from '../federation/choose/offers.ts';
import { useFederation } from '../federation/show/useFederation.ts';
import { useOffers } from '../federation/show/useOffers.ts';
import { formatDate } from '@amber/words/formats';
import { useEffect } from 'react';
import { words } from '../words/gen/features.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import styles from './FeatureSettings.module.css';

/** The section 'features'. */
export function FeatureSettings() {
  const { loadDetails } = useFederation();
  const offers = useOffers();
  useEffect(() => void loadDetails(), [loadDetails]);
  if (offers.length === 0) return <EmptyState Icon={FeaturesIcon} title={words.none} text={words.noneHint} />;
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      {offers.map((offer) => (
        <FeatureCard key={offer.feature} offer={offer} />
      ))}
    </>
  );
}

function FeatureCard({
  offer: { feature, title, version, previous, notes, since, isPrevious, isInBeta },
}: {
  offer: FeatureOffer;
}) {
  const { optOutOf, joinBeta } = useFederation();
  const [busy, act] = useAction();
  const prefer = (on: boolean) => {
    // The registry may change meanwhile, so the opt-out names the version that the person saw.
    optOutOf(feature, on ? version : undefined);
    showToast('info', words.atNextVisit({ title }));
  };
  const changeBeta = (joined: boolean) =>
    act(async () => {
      await joinBeta(feature, joined);
      showToast('info', joined ? words.betaJoined({ title }) : words.betaLeft({ title }));
    });
  return (
    <SettingsCard title={title}>
      <p className={styles.version}>
        <span>{words.version({ version })}</span>
        {since > 0 && <span className={styles.since}>{words.since({ day: formatDate(since, 'longDate') })}</span>}
      </p>
      {notes !== null && (
        <div className={styles.news}>
          <h3 className={styles.title}>{words.whatsNew}</h3>
          <p className={styles.notes}>{notes || words.nothingNew}</p>
        </div>
      )}
      {isPrevious && <p className={styles.notes}>{words.wentBack}</p>}
      {(isPrevious || previous) && (
        <div>
          {isPrevious ? (
            <Button variant="primary" onClick={() => prefer(false)}>
              {words.useCurrent}
            </Button>
          ) : (
            <Button onClick={() => prefer(true)}>{words.goBack}</Button>
          )}
        </div>
      )}
      <Switch
        label={words.beta}
        hint={words.betaHint}
        checked={isInBeta}
        disabled={busy}
        onChange={(joined) => void changeBeta(joined)}
      />
    </SettingsCard>
  );
}
