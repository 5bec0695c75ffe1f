// The page of a campaign: its prizes and tasks, my progress, and the winners.
import { useLandmark } from '@amber/client/useLandmark';
import { paths } from '@amber/client/paths';
import { getErrorMessage } from '@amber/client/getErrorMessage';
import { BackLink } from '@amber/ui/BackLink';
import { ErrorNotice } from '@amber/ui/ErrorNotice';
import { Page } from '@amber/ui/Page';
import { Skeleton } from '@amber/ui/Skeleton';
import { useParams } from 'react-router-dom';
import { useCampaign } from './useCampaign.ts';
import { CampaignView } from './CampaignView.tsx';
import { Participation } from './Participation.tsx';
import { Share } from './Share.tsx';
import { Stale } from './Stale.tsx';
import { Winners } from './Winners.tsx';
import { words } from './words/gen/airdrop.ts';

/** The page at /airdrop/:id/info. */
export function CampaignPage() {
  const { id = '' } = useParams();
  const Landmark = useLandmark();
  const state = useCampaign(id);
  const isGone = state.status === 'error' && state.fault.code === 'NO_AUTH';
  return (
    <Page
      title={state.status === 'ready' ? state.campaign.title : isGone ? words.gone : words.airdrop}
      width="cards"
      Landmark={Landmark}
      before={<BackLink to={paths.airdrop()} label={words.back} />}
      actions={state.status === 'ready' && state.campaign.state !== 'draft' && <Share campaign={state.campaign} />}
    >
      {state.status === 'loading' && <Skeleton rows={6} variant="lines" />}
      {state.status === 'error' && (
        <ErrorNotice message={getErrorMessage(state.fault)} code={state.fault.code} onRetry={state.refetch} />
      )}
      {state.status === 'ready' && (
        <>
          {state.fault && <Stale at={state.at} onRefresh={state.refetch} />}
          <CampaignView campaign={state.campaign} participation={<Participation {...state} />}>
            {state.campaign.prizes > 0 && <Winners campaign={state.campaign} mine={state.mine} />}
          </CampaignView>
        </>
      )}
    </Page>
  );
}
