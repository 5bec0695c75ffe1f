// The operators' list of all campaigns, with figures and actions.
import { useAction } from '@amber/client/useAction';
import { api } from '@amber/client/engine';
import { usePaginatedQuery } from '@amber/client/usePaginatedQuery';
import { paths } from '@amber/client/paths';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { NextPage } from '@amber/conversation-screen/NextPage';
import type { Campaign, ManagedCampaign } from '@amber/proto';
import { BackLink } from '@amber/ui/BackLink';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { Confirm } from '@amber/ui/Confirm';
import { EmptyState } from '@amber/ui/EmptyState';
import { IconButton } from '@amber/ui/IconButton';
import { AddIcon, MoreIcon } from '@amber/ui/icons';
import { Menu, type MenuItem } from '@amber/ui/Menu';
import { AirdropIcon } from '@amber/ui/moreIcons';
import { Page } from '@amber/ui/Page';
import { formatDateRange } from '@amber/words/formats';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { airdropPaths } from '../airdropPaths.ts';
import { StatusPill } from '../StatusPill.tsx';
import { words } from '../words/gen/manage.ts';
import { CampaignFigures } from './CampaignFigures.tsx';
import { NotOperator } from './NotOperator.tsx';
import styles from './Manage.module.css';

const idOf = ({ campaign }: ManagedCampaign) => campaign!.id;

/** The page at /airdrop/manage. The gateway refuses its call to everyone but operators. */
export function Manage() {
  const [pages, loadMore, refetch] = usePaginatedQuery((after) => api.airdrop.manage({ after }), idOf, []);
  return (
    <Page
      title={words.title}
      lead={words.lead}
      width="cards"
      before={<BackLink to={paths.admin()} label={words.backToAdmin} />}
      actions={
        pages.status === 'ready' && (
          <ButtonLink variant="primary" to={airdropPaths.create()}>
            <AddIcon />
            {words.create}
          </ButtonLink>
        )
      }
    >
      <QueryStatus request={pages} refetch={refetch} refused={<NotOperator />} rows={6} />
      {pages.status === 'ready' && pages.rows.length === 0 && (
        <EmptyState Icon={AirdropIcon} title={words.none} text={words.noneHint} />
      )}
      {pages.status === 'ready' && (
        <>
          <ul className={styles.list}>
            {pages.rows.map(({ campaign }) => (
              <Row key={campaign!.id} campaign={campaign!} onChange={refetch} />
            ))}
          </ul>
          <NextPage pages={pages} loadMore={loadMore} />
        </>
      )}
    </Page>
  );
}

function Row({ campaign, onChange }: { campaign: Campaign; onChange(): void }) {
  const { id, title, begins, ends, state, status } = campaign;
  const navigate = useNavigate();
  const [confirming, setConfirming] = useState<'stop' | 'remove' | null>(null);
  const [, act] = useAction();
  const isDraft = state === 'draft';
  const confirm = async () => {
    const done = await act(() => (confirming === 'stop' ? api.airdrop.stop({ id }) : api.airdrop.remove({ id })));
    if (done) onChange();
    return done;
  };
  const items: MenuItem[] = [
    ...(isDraft ? [] : [{ key: 'view', label: words.view, onSelect: () => void navigate(paths.campaign({ id })) }]),
    { key: 'edit', label: words.edit, onSelect: () => void navigate(airdropPaths.edit({ id })) },
    { key: 'copy', label: words.copy, onSelect: () => void navigate(airdropPaths.copy({ id })) },
    ...(isDraft
      ? [{ key: 'remove', label: words.remove, danger: true, onSelect: () => setConfirming('remove') }]
      : [{ key: 'results', label: words.results, onSelect: () => void navigate(airdropPaths.results({ id })) }]),
    ...(!isDraft && status !== 'ended'
      ? [{ key: 'stop', label: words.stop, danger: true, onSelect: () => setConfirming('stop') }]
      : []),
  ];
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <Link
          className={styles.title}
          to={isDraft ? airdropPaths.edit({ id }) : airdropPaths.results({ id })}
          dir="auto"
        >
          {title}
        </Link>
        <span className={styles.period}>{formatDateRange(begins, ends)}</span>
      </div>
      <StatusPill campaign={campaign} />
      <div className={styles.figures}>
        <CampaignFigures campaign={campaign} />
      </div>
      <Menu trigger={<IconButton label={words.actionsOf({ title })} Icon={MoreIcon} />} items={items} />
      {confirming && (
        <Confirm
          open
          title={confirming === 'stop' ? words.stopTitle({ title }) : words.removeTitle({ title })}
          text={confirming === 'stop' ? words.stopText : words.removeText}
          action={confirming === 'stop' ? words.stop : words.remove}
          onCancel={() => setConfirming(null)}
          onConfirm={confirm}
        />
      )}
    </li>
  );
}
