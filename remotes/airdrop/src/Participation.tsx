// My part in a campaign: its tasks, and the next action.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/engine';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import type { CampaignPart } from '@amber/proto';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { newTicket } from './draw.ts';
import type { OpenCampaign } from './useCampaign.ts';
import { isDone, Outcome, outcomeOf } from './Outcome.tsx';
import { Tasks } from './Tasks.tsx';
import { words } from './words/gen/campaign.ts';
import styles from './Participation.module.css';

interface ParticipationProps extends OpenCampaign {
  setMine(mine: CampaignPart | null): void;
  /** Loads the campaign again. */
  refetch(): void;
}

/** A card beside the campaign. */
export function Participation({ campaign, mine, setMine, refetch }: ParticipationProps) {
  const outcome = outcomeOf(campaign, mine);
  return (
    <div className={styles.card}>
      {campaign.state === 'draft' && <p className={styles.hint}>{words.preview}</p>}
      {outcome && <Outcome campaign={campaign} mine={mine} outcome={outcome} />}
      {campaign.tasks.length > 0 && outcome !== 'won' && (
        <Tasks campaign={campaign} canDo={campaign.status === 'live' && mine !== null} />
      )}
      {!outcome && <Action campaign={campaign} mine={mine} setMine={setMine} refetch={refetch} />}
    </div>
  );
}

/** The button of the next action. */
function Action({ campaign, mine, setMine, refetch }: ParticipationProps) {
  const { id, status, way, state, prizes } = campaign;
  const me = useSession();
  const [busy, act] = useAction();
  const isDraw = way === 'draw';
  if (state === 'draft') return null;
  if (status === 'upcoming') return <p className={styles.hint}>{words.upcomingHint}</p>;
  if (!me)
    return (
      <ButtonLink variant="primary" fullWidth to={paths.loginAndBack({ from: paths.campaign({ id }) })}>
        {words.signIn}
      </ButtonLink>
    );
  // A refused claim means that this page is outdated: the last prize is gone, or the campaign is over.
  const orRefetch = async (succeeded: Promise<boolean>) => {
    if (!(await succeeded)) refetch();
  };
  const join = () => act(async () => setMine((await api.airdrop.join({ id })).mine));
  const claim = () =>
    act(async () => setMine((await api.airdrop.claim({ id, ticket: isDraw ? newTicket() : '' })).mine));
  const hasPrizes = prizes > 0;
  const canClaim = hasPrizes && isDone(campaign);
  if (!canClaim && mine?.joinedAt)
    return <p className={styles.hint}>{words[!hasPrizes ? 'joinedOnly' : isDraw ? 'joinedDrawHint' : 'joinedHint']}</p>;
  return (
    <Button variant="primary" fullWidth busy={busy} onClick={() => void orRefetch(canClaim ? claim() : join())}>
      {canClaim ? (isDraw ? words.enter : words.claim) : words.takePart}
    </Button>
  );
}
