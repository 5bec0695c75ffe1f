// Runs at build time: renders the sign-in page as HTML in each language, so that people can type before any script
// runs.
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

/** The elements must be the same as in main.tsx, because React hydrates them. */
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
