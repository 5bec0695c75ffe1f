// The page of a campaign: its prizes and tasks, my progress, and the winners.
import { useLandmark } from '@amber/client/useLandmark';
import { paths } from '@amber/client/paths';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { BackLink } from '@amber/ui/BackLink';
import { Page } from '@amber/ui/Page';
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
  const [state, refetch] = useCampaign(id);
  const isGone = state.status === 'error' && state.fault.code === 'NO_AUTH';
  return (
    <Page
      title={state.status === 'ready' ? state.campaign.title : isGone ? words.gone : words.airdrop}
      width="cards"
      Landmark={useLandmark()}
      before={<BackLink to={paths.airdrop()} label={words.back} />}
      actions={state.status === 'ready' && state.campaign.state !== 'draft' && <Share campaign={state.campaign} />}
    >
      <QueryStatus request={state} refetch={refetch} rows={6} variant="lines" />
      {state.status === 'ready' && (
        <>
          {state.fault && <Stale at={state.at} onRefresh={refetch} />}
          <CampaignView campaign={state.campaign} participation={<Participation {...state} refetch={refetch} />}>
            {state.campaign.prizes > 0 && <Winners campaign={state.campaign} mine={state.mine} />}
          </CampaignView>
        </>
      )}
    </Page>
  );
}
