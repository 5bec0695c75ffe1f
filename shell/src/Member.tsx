// The host's frame, its screens and the features for signed-in people, in one chunk.
import { lazyScreen, lendTabs, loadAhead, whenIdle } from '@amber/client/remote';
import { limits } from '@amber/proto/limits';
import { useKeyDown } from '@amber/ui/useKeyDown';
import { type ComponentType, type ReactNode, Suspense, useEffect, useState } from 'react';
import { Outlet, Route, Routes } from 'react-router-dom';
import { afterPaint } from './afterPaint.ts';
import { releases, sourceUrl } from './config.ts';
import { browserPorts } from './federation/browserPorts.ts';
import { createFederation } from './federation/createFederation.ts';
import type { Feature } from './federation/registry/Feature.ts';
import { host } from './federation/show/slowFiles.ts';
import { SlowTimer } from './federation/show/SlowNotice.tsx';
import { prime as primeRemote, RemoteArea } from './federation/show/RemoteArea.tsx';
import { useOfferedTabs } from './federation/show/remoteTabs.tsx';
import { FederationContext } from './federation/show/useFederation.ts';
import type { FramedView, Screen } from './routes.ts';
import { useNavItems } from './frame/navigation/navItems.tsx';
import { lazyWithRetry } from './frame/lazyWithRetry.tsx';
import { FeatureTitle } from './frame/FeatureTitle.tsx';
import { HostActions } from './frame/HostActions.tsx';
import { Host } from './frame/Host.tsx';
import { Toasts } from './frame/Toasts.tsx';
import { TestingNotice } from './frame/TestingNotice.tsx';
import { ScreenBoundary } from './frame/ScreenBoundary.tsx';
import { UpdateNotice } from './frame/UpdateNotice.tsx';
import { whenCalling } from './sound/hostSound.ts';

const federation = createFederation({ releases, ...browserPorts() });
const leave = () => {
  federation.endAllMounting();
  federation.sendReports();
};
addEventListener('pagehide', leave);
document.addEventListener('visibilitychange', () => document.hidden && leave());

/**
 * Awaited before the first render: the page config has titles only in the languages of the gateway, and a page in
 * another language would start with English ones.
 */
export async function localizeTitles(): Promise<void> {
  if (document.documentElement.dataset['frame'] === 'other') await federation.localizeTitles();
}

export const prime = (feature: Feature): Promise<unknown> => primeRemote(federation, feature);

lendTabs(useOfferedTabs);

/**
 * Only the settings use `sourceUrl`. Small screens share a chunk: each chunk adds the hashes of its script and stylesheet
 * to the first file.
 */
const screens: Record<Exclude<Screen, 'login'>, ComponentType<{ sourceUrl: string }>> = {
  setUp: lazyScreen(async () => (await import('./signIn/SetUp.tsx')).SetUp),
  settings: lazyScreen(async () => (await import('./settings/Settings.tsx')).Settings),
  invite: lazyScreen(async () => (await import(/* webpackChunkName: "screens" */ './settings/Invite.tsx')).Invite),
  share: lazyScreen(
    async () => (await import(/* webpackChunkName: "screens" */ './share/ShareScreen.tsx')).ShareScreen,
  ),
  admin: lazyScreen(async () => (await import('./admin/Admin.tsx')).Admin),
  tester: lazyScreen(
    async () => (await import(/* webpackChunkName: "screens" */ './federation/show/TesterScreen.tsx')).TesterScreen,
  ),
  profile: lazyScreen(async () => (await import(/* webpackChunkName: "screens" */ './profile/Profile.tsx')).Profile),
  notFound: lazyScreen(async () => (await import(/* webpackChunkName: "screens" */ './frame/NotFound.tsx')).NotFound),
};

const Background = lazyWithRetry(async () =>
  loadAhead(async () => (await import(/* webpackChunkName: "background" */ './Background.tsx')).Background),
);

const Keys = lazyWithRetry(
  async () => (await import(/* webpackChunkName: "background" */ './frame/keys/Keys.tsx')).Keys,
);

/** Whether the browser has been idle since the page loaded, or somebody is called. */
function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    let isMounted = true;
    const idle = new Promise((done) => setTimeout(done, limits.backgroundSetupDelay)).then(whenIdle);
    void Promise.race([idle, whenCalling]).then(() => isMounted && setIsIdle(true));
    return () => {
      isMounted = false;
    };
  }, []);
  return isIdle;
}

function View({ show }: { show: FramedView }): ReactNode {
  if ('feature' in show) return <RemoteArea key={show.feature} feature={show.feature} />;
  if (show.screen === 'login') return null;
  const ShownScreen = screens[show.screen];
  return <ShownScreen sourceUrl={sourceUrl} />;
}

export interface MemberProps {
  show: FramedView;
  /** On a phone, the view fills the screen. */
  isFullScreen: boolean;
  /** The navigation surrounds the view: the person is signed in and has a profile. */
  framed: boolean;
}

function Page({ show, isFullScreen, framed }: MemberProps): ReactNode {
  const items = useNavItems({ isMember: framed });
  const isIdle = useIsIdle();
  const [usesKeys, setUsesKeys] = useState(false);
  useKeyDown(() => setUsesKeys(true));
  useEffect(() => afterPaint(federation, { isSignedIn: framed }), [framed]);
  const viewKey = 'feature' in show ? show.feature : show.screen;
  const view = (
    <ScreenBoundary key={viewKey}>
      <Suspense fallback={<SlowTimer of={host} />}>
        <View show={show} />
      </Suspense>
    </ScreenBoundary>
  );
  return (
    <>
      {!framed && <TestingNotice />}
      {'feature' in show && <FeatureTitle items={items} feature={show.feature} />}
      <Routes>
        <Route
          element={
            framed ? (
              <Host items={items} feature={'feature' in show ? show.feature : undefined} isFullScreen={isFullScreen} />
            ) : (
              <Outlet />
            )
          }
        >
          <Route path="*" element={view} />
        </Route>
      </Routes>
      <Toasts />
      <HostActions />
      <UpdateNotice />
      {framed && isIdle && <Background />}
      {framed && (isIdle || usesKeys) && <Keys />}
    </>
  );
}

export const Member = (props: MemberProps): ReactNode => (
  <FederationContext value={federation}>
    <Page {...props} />
  </FederationContext>
);
