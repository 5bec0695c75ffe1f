// A page about a space that only its members can open.
import { paths } from '@amber/client/paths';
import type { SpaceRow } from '@amber/client/rows';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import { useRedirectOnLeave } from '@amber/conversation-screen/useRedirectOnLeave';
import { BackLink } from '@amber/ui/BackLink';
import { Page } from '@amber/ui/Page';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { type SpaceState, useSpace } from './useSpace.ts';
import { words } from './words/gen/channels.ts';

interface MembersPageProps {
  sid: string;
  title: string;
  /** Returns the introduction. */
  lead(space: SpaceRow): string;
  /** The number of rows of the skeleton. */
  rows: number;
  /** Renders the content. */
  children(state: SpaceState & { status: 'ready' }): ReactNode;
}

/** Redirects other people to the public page of the space. */
export function MembersPage({ sid, title, lead, rows, children }: MembersPageProps) {
  const [state, refetch] = useSpace(sid);
  useRedirectOnLeave({ sid });
  if (state.status === 'stranger') return <Navigate to={paths.aboutSpace({ sid })} replace />;
  return (
    <Page
      title={title}
      before={<BackLink to={paths.space({ sid })} label={words.settings.back} />}
      {...(state.status === 'ready' && { lead: lead(state.space) })}
    >
      <QueryStatus request={state} refetch={refetch} rows={rows} variant="lines" />
      {state.status === 'ready' && children(state)}
    </Page>
  );
}
