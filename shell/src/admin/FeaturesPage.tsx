// The operators' page about features: their releases and rollouts, paths and deploy tokens.
import type { RolloutStatusReply } from '@amber/proto';
import { EmptyState } from '@amber/ui/EmptyState';
import { FeaturesIcon } from '@amber/ui/moreIcons';
import { words } from '../words/gen/admin.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { DeployTokens } from './DeployTokens.tsx';
import { OfferCard } from './OfferCard.tsx';
import { Paths } from './Paths.tsx';
import { UnofferedBuild } from './UnofferedBuild.tsx';
import styles from './Admin.module.css';

interface FeaturesPageProps {
  status: RolloutStatusReply;
  onChanged(): void;
}

export function FeaturesPage({
  status: { registry, health, tokens, leftOut: unofferedBuilds, testerLinks },
  onChanged,
}: FeaturesPageProps) {
  const offers = registry?.offers ?? [];
  return (
    <>
      <p className={styles.lead}>{words.lead}</p>
      {offers.length === 0 && <EmptyState Icon={FeaturesIcon} title={words.noOffers} text={words.noOffersHint} />}
      {offers.map((offer) => (
        <OfferCard
          key={offer.remote}
          offer={offer}
          health={health}
          testerLinks={testerLinks.filter(({ remote }) => remote === offer.remote)}
          unofferedBuild={unofferedBuilds.find(({ remote }) => remote === offer.remote)}
          onChanged={onChanged}
        />
      ))}
      {unofferedBuilds
        .filter(({ remote }) => offers.every((offer) => offer.remote !== remote))
        .map((build) => (
          <SettingsCard key={build.remote} title={build.remote}>
            <UnofferedBuild build={build} isRemoved onChanged={onChanged} />
          </SettingsCard>
        ))}
      <Paths owners={registry?.words ?? []} onChanged={onChanged} />
      <DeployTokens tokens={tokens} remotes={offers.map(({ remote }) => remote)} onChanged={onChanged} />
    </>
  );
}
