// Run at build: the sign-in page as HTML in the page's language, for a page that can be typed into before any script.
import { translations as client } from '@amber/client/translations';
import { translations as ui } from '@amber/ui/translations';
import { loadWords } from '@amber/words';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { host } from '../federation/show/slowFiles.ts';
import { SlowNotice } from '../federation/show/SlowNotice.tsx';
import { SignIn } from '../signIn/SignIn.tsx';
import { words } from '../words/gen/app.ts';
import { earlyTranslations } from '../words/gen/translations.ts';

/** The same elements as in main.tsx: React takes them over. */
export async function signInForm(): Promise<string> {
  await loadWords(earlyTranslations, client, ui);
  const never = () => Promise.reject(new Error('nobody is here'));
  return renderToString(
    <StrictMode>
      <StaticRouter basename="/chat" location="/chat/login">
        <SignIn sessionEnd="" actions={{ getSms: never, signIn: never, walletNonce: never, signInByWallet: never }} />
        <SlowNotice of={host} title={words.app} />
      </StaticRouter>
    </StrictMode>,
  );
}
