// The operators' pages: a start page with the state of each, and people, AI, features and the log.
import { api } from '@amber/client/hostEngine';
import { paths } from '@amber/client/paths';
import { useSession } from '@amber/client/session';
import { EmptyState } from '@amber/ui/EmptyState';
import { AiIcon, FeaturesIcon } from '@amber/ui/moreIcons';
import { ClockIcon, PersonIcon, ShieldIcon } from '@amber/ui/icons';
import { Page } from '@amber/ui/Page';
import { Panes } from '@amber/ui/Panes';
import type { RolloutStatusReply } from '@amber/proto';
import type { ReactNode } from 'react';
import { useMatch, useSearchParams } from 'react-router-dom';
import { useFederation } from '../federation/show/useFederation.ts';
import { words } from '../words/gen/admin.ts';
import { words as app } from '../words/gen/app.ts';
import { HomeLink } from '../frame/HomeLink.tsx';
import { NotFound } from '../frame/NotFound.tsx';
import { useTitle } from '../frame/pageTitle.ts';
import { iconOf } from '../kit/iconOf.tsx';
import { QueryStatus } from '../kit/QueryStatus.tsx';
import { SectionPane } from '../kit/SectionPane.tsx';
import { type AdminEntry, AdminList } from './AdminList.tsx';
import { AiPage } from './AiPage.tsx';
import { AuditLog } from './AuditLog.tsx';
import { BecomeOperator } from './BecomeOperator.tsx';
import { FeaturesPage } from './FeaturesPage.tsx';
import { type AiStatus, aiState, featuresState, logState, type PageState, peopleState } from './pageStates.ts';
import { PeoplePage } from './PeoplePage.tsx';
import { type RepeatedQuery, useRepeatedQuery } from './useRepeatedQuery.ts';
import styles from './Admin.module.css';

/** The page at /admin and /admin/:page. The gateway refuses its calls to everyone but operators. */
export function Admin() {
  const rollout = useRepeatedQuery(() => api.rollout.status({ remote: '' }));
  const { state, refetch } = rollout;
  const token = useSearchParams()[0].get('operator');
  // The pages make calls of their own, which the gateway would refuse too.
  if (state.status === 'ready') return <AdminPages rollout={rollout} />;
  const isRefused = state.status === 'error' && state.fault.code === 'NO_AUTH';
  return (
    <Page title={words.title}>
      {!isRefused && <QueryStatus request={state} refetch={refetch} rows={6} variant="lines" />}
      {isRefused && (token ? <BecomeOperator token={token} onDone={refetch} /> : <NotOperator />)}
    </Page>
  );
}

/** One of the pages: its entry in the list, and its content once its query has an answer. */
interface AdminPage extends AdminEntry {
  width?: 'text' | 'cards';
  content(): ReactNode;
}

interface PageOf<Answer> extends Pick<AdminPage, 'key' | 'title' | 'Icon' | 'width'> {
  query: RepeatedQuery<Answer>;
  stateOf(answer: Answer): PageState;
  content(answer: Answer): ReactNode;
}

const pageOf = <Answer,>({
  query: { state, isStale, refetch },
  stateOf,
  content,
  ...page
}: PageOf<Answer>): AdminPage => ({
  ...page,
  state: state.status === 'ready' ? { status: 'ready', answer: stateOf(state.answer) } : state,
  content: () => (
    <>
      {isStale && (
        <p className={styles.stale} role="status">
          {words.stale}
        </p>
      )}
      <QueryStatus request={state} refetch={refetch} rows={6} variant="lines" />
      {state.status === 'ready' && content(state.answer)}
    </>
  ),
});

async function fetchAi(): Promise<AiStatus> {
  const [use, { provider, models }] = await Promise.all([api.operator.aiUse({}), api.aiBot.getAiBotCharacters({})]);
  return { use, provider, models };
}

/** Without a page in the address, narrow screens show only the list. */
function AdminPages({ rollout }: { rollout: RepeatedQuery<RolloutStatusReply> }) {
  const key = useMatch('/admin/:page?')?.params.page;
  const { titleOf } = useFederation();
  const signIn = useRepeatedQuery(() => api.operator.signIn({}));
  const ai = useRepeatedQuery(fetchAi);
  const pages = [
    pageOf({
      key: 'people',
      title: words.pages.people,
      Icon: PersonIcon,
      query: signIn,
      stateOf: peopleState,
      content: (state) => <PeoplePage state={state} onChanged={signIn.refetch} />,
    }),
    pageOf({
      key: 'ai',
      title: words.pages.ai,
      Icon: AiIcon,
      query: ai,
      stateOf: aiState,
      content: (state) => (
        <AiPage
          {...state}
          onChanged={() => {
            ai.refetch();
            rollout.refetch();
          }}
        />
      ),
    }),
    pageOf({
      key: 'features',
      title: words.pages.features,
      Icon: FeaturesIcon,
      width: 'cards',
      query: rollout,
      stateOf: (status) => featuresState(status, titleOf),
      content: (status) => <FeaturesPage status={status} onChanged={rollout.refetch} />,
    }),
    pageOf({
      key: 'log',
      title: words.pages.log,
      Icon: ClockIcon,
      width: 'cards',
      query: rollout,
      stateOf: logState,
      content: ({ audit }) => <AuditLog lines={audit} />,
    }),
  ];
  const open = key === undefined ? pages[0] : pages.find((page) => page.key === key);
  useTitle(key === undefined ? undefined : open?.title, open && words.title);
  if (!open) return <NotFound />;
  const offers = rollout.state.status === 'ready' ? (rollout.state.answer.registry?.offers ?? []) : [];
  return (
    <Panes
      activePane={key === undefined ? 'list' : 'main'}
      list={
        <AdminList
          entries={pages}
          open={open.key}
          featurePages={offers.flatMap(({ remote, stable }) => {
            const { operators: path = '', entries = [] } = stable?.place ?? {};
            const icon = entries[0]?.icon ?? '';
            return path ? [{ title: titleOf(remote), path, Icon: icon ? iconOf(icon) : FeaturesIcon }] : [];
          })}
          Heading={key === undefined ? 'h1' : 'h2'}
        />
      }
      main={
        <SectionPane title={open.title} back={paths.admin()} backLabel={app.settings.back} width={open.width}>
          {open.content()}
        </SectionPane>
      }
    />
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
