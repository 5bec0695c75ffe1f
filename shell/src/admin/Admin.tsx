// For operators: releases, shares, health, tokens, and who changed what.
import { useAsk } from '@amber/client/ask';
import { api, events$ } from '@amber/client/engine';
import { useSession } from '@amber/client/session';
import { sentenceOf } from '@amber/client/sentenceOf';
import { EmptyState } from '@amber/ui/EmptyState';
import { ShieldIcon } from '@amber/ui/icons';
import { FeaturesIcon } from '@amber/ui/moreIcons';
import { Notice } from '@amber/ui/Notice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { useEffect } from 'react';
import { filter, interval, merge } from 'rxjs';
import { words } from '../words/gen/admin.ts';
import { HomeLink } from '../frame/HomeLink.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { SettingsCard } from '../kit/SettingsCard.tsx';
import { AiCard } from './AiCard.tsx';
import { AuditLog } from './AuditLog.tsx';
import { DeployTokens } from './DeployTokens.tsx';
import { LeftOut } from './LeftOut.tsx';
import { OfferCard } from './OfferCard.tsx';
import { Paths } from './Paths.tsx';
import { SignInCard } from './SignInCard.tsx';

const every = 15_000;

/** The page at /admin. Whoever is no operator is told so by the call. */
export function Admin() {
  const [asked, askAgain] = useAsk(() => api.rollout.status({ remote: '' }), []);
  const isReady = asked.status === 'ready';
  useTitle(words.title);
  useEffect(() => {
    if (!isReady) return;
    const changes = merge(interval(every), events$.pipe(filter(({ type }) => type === 'registryChanged'))).subscribe(
      askAgain,
    );
    return () => changes.unsubscribe();
  }, [isReady, askAgain]);

  return (
    <Page title={words.title} lead={words.lead} width="cards">
      {asked.status === 'loading' && <Skeleton rows={6} look="lines" />}
      {asked.status === 'error' &&
        (asked.fault.code === 'NO_AUTH' ? (
          <NotOperator />
        ) : (
          <Notice sentence={sentenceOf(asked.fault)} code={asked.fault.code} onRetry={askAgain} />
        ))}
      {isReady && <Status status={asked.answer} onChanged={askAgain} />}
    </Page>
  );
}

function Status({
  status: { registry, health, audit, tokens, leftOut },
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
          leftOut={leftOut.find(({ remote }) => remote === offer.remote)}
          onChanged={onChanged}
        />
      ))}
      {leftOut
        .filter(({ remote }) => offers.every((offer) => offer.remote !== remote))
        .map((build) => (
          <SettingsCard key={build.remote} title={build.remote}>
            <LeftOut build={build} isRemoved onChanged={onChanged} />
          </SettingsCard>
        ))}
      <Paths words={registry?.words ?? []} onChanged={onChanged} />
      <SignInCard />
      <AiCard onChanged={onChanged} />
      <DeployTokens tokens={tokens} remotes={offers.map(({ remote }) => remote)} onChanged={onChanged} />
      <AuditLog lines={audit} />
    </>
  );
}

/** For everybody else. Asking again would change nothing: there is the way home, and how one becomes an operator. */
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
