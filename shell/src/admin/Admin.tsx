// The operators' page: releases, rollout shares, health, deploy tokens and the audit log.
import { useQuery } from '@amber/client/useQuery';
import { api, events$ } from '@amber/client/engine';
import { useSubscription } from '@amber/client/useSubscription';
import { useSession } from '@amber/client/session';
import { EmptyState } from '@amber/ui/EmptyState';
import { ShieldIcon } from '@amber/ui/icons';
import { FeaturesIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { useSearchParams } from 'react-router-dom';
import { EMPTY, filter, interval, merge } from 'rxjs';
import { words } from '../words/gen/admin.ts';
import { HomeLink } from '../frame/HomeLink.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { BecomeOperator } from './BecomeOperator.tsx';
import { BotQuotaCard } from './BotQuotaCard.tsx';
import { AuditLog } from './AuditLog.tsx';
import { DeployTokens } from './DeployTokens.tsx';
import { UnofferedBuild } from './UnofferedBuild.tsx';
import { OfferCard } from './OfferCard.tsx';
import { Paths } from './Paths.tsx';
import { SignInCard } from './SignInCard.tsx';

const refreshInterval = 15_000;
const changes$ = merge(interval(refreshInterval), events$.pipe(filter(({ type }) => type === 'registryChanged')));

/** The page at /admin. The gateway refuses its calls to everyone but operators. */
export function Admin() {
  const [request, refetch] = useQuery(() => api.rollout.status({ remote: '' }), []);
  const token = useSearchParams()[0].get('operator');
  const isReady = request.status === 'ready';
  useTitle(words.title);
  useSubscription(isReady ? changes$ : EMPTY, refetch);

  return (
    <Page title={words.title} lead={words.lead} width="cards">
      {request.status === 'error' && request.fault.code === 'NO_AUTH' ? (
        token ? (
          <BecomeOperator token={token} onDone={refetch} />
        ) : (
          <NotOperator />
        )
      ) : (
        <QueryStatus request={request} refetch={refetch} rows={6} variant="lines" />
      )}
      {isReady && <Status status={request.answer} onChanged={refetch} />}
    </Page>
  );
}

function Status({
  status: { registry, health, audit, tokens, leftOut: unofferedBuilds },
  onChanged,
}: {
  status: Awaited<ReturnType<typeof api.rollout.status>>;
  onChanged(): void;
}) {
  const offers = registry?.offers ?? [];
  return (
    <>
      {offers.length === 0 && <EmptyState Icon={FeaturesIcon} title={words.noOffers} text={words.noOffersHint} />}
      {offers.map((offer) => (
        <OfferCard
          key={offer.remote}
          offer={offer}
          health={health}
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
      <SignInCard />
      <BotQuotaCard onChanged={onChanged} />
      <DeployTokens tokens={tokens} remotes={offers.map(({ remote }) => remote)} onChanged={onChanged} />
      <AuditLog lines={audit} />
    </>
  );
}

/**
 * Shown to people who are not operators. A retry would change nothing, so it links home and explains how to become one.
 */
function NotOperator() {
  const me = useSession()?.identifier ?? '';
  return (
    <EmptyState
      Icon={ShieldIcon}
      title={words.notOperator}
      text={words.notOperatorHint({ me })}
      action={<HomeLink />}
    />
  );
}
