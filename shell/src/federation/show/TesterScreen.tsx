// A tester's link: says which release it shows, and asks before this browser runs it.
import { useQuery } from '@amber/client/useQuery';
import { paths } from '@amber/client/paths';
import { isParameter, segmentsOf, titleIn } from '@amber/proto/pathRouting';
import { Button } from '@amber/ui/Button';
import { ButtonLink } from '@amber/ui/ButtonLink';
import { EmptyState } from '@amber/ui/EmptyState';
import { FeaturesIcon } from '@amber/ui/moreIcons';
import { formatDate } from '@amber/words/formats';
import { pageLanguage } from '@amber/words/languages';
import { useLocation, useNavigate } from 'react-router-dom';
import { Main } from '../../kit/Main.tsx';
import { QueryStatus } from '../../kit/QueryStatus.tsx';
import { words } from '../../words/gen/testing.ts';
import type { TesterRelease } from '../choose/testing.ts';
import styles from './TesterScreen.module.css';
import { useFederation } from './useFederation.ts';

/** The first path of a release that needs no parameter. */
function startPath({ release: { place } }: TesterRelease): string {
  const [entry] = place?.entries ?? [];
  const fixed = place?.paths.find(({ path }) => !segmentsOf(path).some(isParameter));
  return entry?.to ?? fixed?.path ?? paths.home();
}

/** The screen of `/tester#<token>`: the token never reaches a server's log. */
export function TesterScreen() {
  const token = useLocation().hash.slice(1);
  const { fetchTesterRelease, startTesting, titleOf } = useFederation();
  const navigate = useNavigate();
  const [request, refetch] = useQuery(() => fetchTesterRelease(token), [token]);
  if (request.status === 'error' && request.fault.code === 'TESTER_LINK')
    return (
      <Main className={styles.screen}>
        <EmptyState
          Icon={FeaturesIcon}
          Title="h1"
          title={words.ended}
          text={words.endedHint}
          action={<ButtonLink to={paths.home()}>{words.home}</ButtonLink>}
        />
      </Main>
    );
  if (request.status !== 'ready')
    return (
      <Main className={styles.screen}>
        <QueryStatus request={request} refetch={refetch} rows={3} variant="lines" />
      </Main>
    );
  const tested = request.answer;
  const title = titleIn(tested.release.place?.titles ?? [], pageLanguage()) ?? titleOf(tested.remote);
  const { version } = tested.release;
  const start = () => {
    startTesting(token, tested);
    void navigate(startPath(tested), { replace: true });
  };
  return (
    <Main className={styles.screen}>
      <EmptyState
        Icon={FeaturesIcon}
        Title="h1"
        title={words.title({ title, version })}
        text={words.text({ title, day: formatDate(tested.expires, 'longDate') })}
        action={
          <div className={styles.actions}>
            <Button variant="primary" onClick={start}>
              {words.start}
            </Button>
            <ButtonLink to={paths.home()}>{words.notNow}</ButtonLink>
          </div>
        }
      />
    </Main>
  );
}
