// The entry point of the feature 'AI' for the host.
import { loadWords } from '@amber/words';
import { translations as client } from '@amber/client/translations';
import { translations as conversation } from '@amber/conversation/translations';
import { translations as conversationScreen } from '@amber/conversation-screen/translations';
import { translations as ui } from '@amber/ui/translations';
import { paths } from '@amber/client/paths';
import { lazyScreen, type Remote } from '@amber/client/remote';
import { unreadBadge$ } from '@amber/client/unreadBadge';
import { Skeleton } from '@amber/ui/Skeleton';
import { Suspense } from 'react';
import { Navigate, Route, Routes } from 'react-router-dom';
import { AiHome } from './AiHome.tsx';
import { translations as own } from './words/gen/translations.ts';

const CreateBot = lazyScreen(async () => (await import(/* webpackChunkName: "create" */ './CreateBot.tsx')).CreateBot);

const OwnVoicePage = lazyScreen(
  async () => (await import(/* webpackChunkName: "voice" */ './voice/OwnVoicePage.tsx')).OwnVoicePage,
);

const AgentPage = lazyScreen(async () => (await import(/* webpackChunkName: "agent" */ './AgentPage.tsx')).AgentPage);

const ToList = () => <Navigate to={paths.ai()} replace />;

const Screens = () => (
  <Suspense fallback={<Skeleton rows={6} variant="lines" />}>
    <Routes>
      <Route path="/ai" element={<AiHome />} />
      <Route path="/ai/create" element={<CreateBot />} />
      <Route path="/ai/voice" element={<OwnVoicePage />} />
      <Route path="/ai/agent" element={<AgentPage />} />
      <Route path="/ai/:cid" element={<AiHome />} />
      <Route path="*" element={<ToList />} />
    </Routes>
  </Suspense>
);

export default {
  // Unread answers are counted only here and not among the chats with people.
  badge$: unreadBadge$('bots'),
  Routes: Screens,
  loadWords: () => loadWords(own, client, conversation, conversationScreen, ui),
} satisfies Remote;
