// Decides what a path shows: a redirect, a screen of the host, or a feature inside the host's frame.
import { isSessionHeard, useSession } from '@amber/client/session';
import { engine, engineState$ } from '@amber/client/hostEngine';
import { lazyScreen } from '@amber/client/remote';
import { useSubscription } from '@amber/client/useSubscription';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import { EMPTY } from 'rxjs';
import { redirectFrom, signInStatusOf } from './access.ts';
import { releases } from './config.ts';
import { host } from './federation/show/slowFiles.ts';
import { SlowTimer } from './federation/show/SlowNotice.tsx';
import { openPages } from './open/openPages.ts';
import { type Route, type Screen, routeOf } from './routes.ts';
import { ScreenBoundary } from './frame/ScreenBoundary.tsx';
import { markInteractive } from './signIn/prerenderedForm.ts';
import type { SessionEnd, SignInProps } from './signIn/SignIn.tsx';
import { withTranslations } from './kit/withTranslations.ts';
import './firstPaint/frame.css';
import './firstPaint/open.css';
// The served form is painted before the code of the sign-in is loaded.
import '@amber/ui/TextField.module.css';
import '@amber/ui/Button.module.css';
import './signIn/SignIn.module.css';

declare const __DEV__: boolean;

// The code and translations behind the sign-in load after its first paint.
export async function loadMember() {
  const member = await withTranslations(import(/* webpackChunkName: "member" */ './Member.tsx'));
  await member.localizeTitles();
  return member;
}
export const Member = lazyScreen(async () => (await loadMember()).Member);

/** Signed-in people do not need it, so it loads only where it is shown. */
export const SignIn = lazyScreen<SignInProps>(
  async () => (await import(/* webpackChunkName: "signInForm" */ './signIn/SignIn.tsx')).SignIn,
);

// A developer page that shows every UI primitive.
const Gallery = __DEV__ ? lazyScreen(async () => (await import('@amber/ui/gallery')).Gallery) : null;

const signInActions = {
  getSms: engine.getSms,
  signIn: engine.signIn,
  walletNonce: (wallet: string) => engine.walletNonce({ wallet, purpose: 'signIn' }),
  signInByWallet: engine.signInByWallet,
};

/** How the session ended if the person did not sign out here; otherwise empty. */
function useSessionEnd(): SessionEnd {
  const [sessionEnd, setEnded] = useState<SessionEnd>('');
  useSubscription(engineState$, (now) =>
    setEnded(now?.deleted ? 'deleted' : now?.removed ? 'removed' : now?.ended ? 'ended' : ''),
  );
  return sessionEnd;
}

/**
 * Returns the route of the present path. A newer registry may have one for a path that was not found; what a feature
 * shows stays until the next navigation.
 */
function useRoute(pathname: string): Route {
  const [, setRegistry] = useState(releases.registry$.value);
  const route = routeOf(pathname, releases.placements());
  useSubscription('feature' in route.show ? EMPTY : releases.registry$, setRegistry);
  return route;
}

interface AppProps {
  /** The page hydrates the served form, which has no place for a Suspense boundary; its code is loaded already. */
  hydratesForm: boolean;
}

export function App({ hydratesForm }: AppProps): ReactNode {
  const { pathname, search } = useLocation();
  const signInStatus = signInStatusOf(useSession(), isSessionHeard());
  const sessionEnd = useSessionEnd();
  useLayoutEffect(markInteractive, []);
  const { show, access, fills = false } = useRoute(pathname);

  if (Gallery && pathname === '/__gallery')
    return (
      <Suspense fallback={null}>
        <Gallery />
      </Suspense>
    );

  const redirect = redirectFrom({ path: pathname, search }, signInStatus, access);
  if (redirect !== null) return <Navigate to={redirect} replace />;

  if ('screen' in show && show.screen === ('login' satisfies Screen)) {
    const form = <SignIn sessionEnd={sessionEnd} actions={signInActions} />;
    return (
      <ScreenBoundary key="login">
        {hydratesForm ? form : <Suspense fallback={<SlowTimer of={host} />}>{form}</Suspense>}
      </ScreenBoundary>
    );
  }
  if ('page' in show) {
    const { Page } = openPages[show.page];
    return (
      <ScreenBoundary key={show.page}>
        <Suspense fallback={<SlowTimer of={host} />}>
          <Page />
        </Suspense>
      </ScreenBoundary>
    );
  }
  return (
    <ScreenBoundary>
      <Suspense fallback={<SlowTimer of={host} />}>
        <Member show={show} isFullScreen={fills} framed={signInStatus === 'ready'} />
      </Suspense>
    </ScreenBoundary>
  );
}
