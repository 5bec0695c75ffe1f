// Starts the page: the engine's bus, the session, and the first screen.
import { busName, type Channel, createPageBus } from '@amber/client/bus';
import { attachEngine, engineState$ } from '@amber/client/hostEngine';
import { followSession, isSessionHeard, session$ } from '@amber/client/session';
import { limits } from '@amber/proto/limits';
import { translations as client } from '@amber/client/translations';
import { translations as ui } from '@amber/ui/translations';
import '@amber/ui/tokens.css';
import { loadWords } from '@amber/words';
import { StrictMode } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter } from 'react-router-dom';
import { redirectFrom, signInStatusOf } from './access.ts';
import { App, loadMember, Member, SignIn } from './App.tsx';
import { releases } from './config.ts';
import { isTesting } from './federation/choose/testingKey.ts';
import { host, watchSlowFiles } from './federation/show/slowFiles.ts';
import { SlowNotice } from './federation/show/SlowNotice.tsx';
import { openPages } from './open/openPages.ts';
import { followLanguage } from './kit/language.ts';
import { recordFaults } from './kit/recentFaults.ts';
import { type Route, routeOf } from './routes.ts';
import { isFormPrerendered } from './signIn/prerenderedForm.ts';
import { startEngine } from './kit/startEngine.ts';
import { watchPage } from './kit/watchPage.ts';
import { words } from './words/gen/app.ts';
import { earlyTranslations } from './words/gen/translations.ts';

declare const __BUILD__: number;

followLanguage();
followSession(engineState$);
watchSlowFiles();

/** Connects to the engine. Earlier calls are queued until then. */
function connect(): void {
  const bus = createPageBus({
    channel: new BroadcastChannel(busName) as Channel,
    build: __BUILD__,
    startEngine,
    onProtocolMismatch: () => location.reload(),
  });
  attachEngine(recordFaults(bus));
  watchPage(bus);
  // When the page becomes visible or the network returns, the engine reconnects without waiting for its backoff.
  for (const event of ['online', 'focus', 'visibilitychange'] as const) {
    addEventListener(event, () => {
      const isHidden = event === 'visibilitychange' && document.hidden;
      if (!isHidden && bus.state$.value?.connection.gaveUp) void bus.call('reconnect', {});
    });
  }
}

/** The path below the base path. */
const path = () => location.pathname.slice(limits.basePath.length) || '/';

/**
 * The start address is also served with the form for people without a session; the form remains when the address
 * becomes that of the sign-in.
 */
function redirectPrerendered(): void {
  if (!isFormPrerendered()) return;
  const { access } = routeOf(path(), releases.placements());
  const redirect = redirectFrom(
    { path: path(), search: location.search },
    signInStatusOf(session$.value, isSessionHeard()),
    access,
  );
  if (redirect !== null) history.replaceState(null, '', limits.basePath + redirect);
}

/**
 * Loads the page's language and the requested view before the first render, so that the page is painted once instead of
 * three times.
 */
async function prepare(): Promise<void> {
  let show = requestedView();
  // At the same time.
  if (isSignIn(show)) SignIn.prime().catch(() => {});
  await loadWords(earlyTranslations, client, ui).catch(() => {}); // the language stays English
  if ('page' in show) return void (await openPages[show.page].load());
  if (isSignIn(show)) return void (await SignIn.prime());
  // A visitor's release under test may have paths that only the registry of this browser knows.
  if (!session$.value?.avatar && !isTesting(() => localStorage)) return;
  const [{ prime }] = await Promise.all([loadMember(), Member.prime()]);
  show = requestedView();
  if ('feature' in show) await prime(show.feature);
}

/** Returns the view of the present address. */
const requestedView = () => routeOf(path(), releases.placements()).show;

const isSignIn = (show: Route['show']): boolean => 'screen' in show && show.screen === 'login';

function render(): void {
  const root = document.getElementById('root')!;
  // Hydration preserves the form's elements with the typed text, the focus, and an unfinished IME composition. See
  // signIn/prerenderedForm.ts.
  const hydratesForm = !session$.value && isSignIn(requestedView()) && isFormPrerendered();
  const app = (
    <StrictMode>
      <BrowserRouter basename={limits.basePath}>
        <App hydratesForm={hydratesForm} />
        <SlowNotice of={host} title={words.app} />
      </BrowserRouter>
    </StrictMode>
  );
  if (hydratesForm) hydrateRoot(root, app);
  else createRoot(root).render(app);
}

// A top-level await would add a runtime to the first file.
redirectPrerendered();
if (session$.value) connect();
// A failed prefetch shows its own error later, and a slow one offers an alternative.
const timeout = new Promise((resolve) => setTimeout(resolve, limits.previousOfferedAfter));
void Promise.race([prepare(), timeout])
  .catch(() => {})
  .then(() => {
    render();
    // A visitor needs the engine only after a press, or for a list further down, so the page is painted first.
    if (!session$.value) requestAnimationFrame(() => setTimeout(connect));
  });
