// Changes the background of one's bot; each choice is saved at once, and visible in the chat beside it.
import { api, engine } from '@amber/client/engine';
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { AiBotInfo } from '@amber/proto';
import { useState } from 'react';
import { BackgroundChoice } from './BackgroundChoice.tsx';

export function SavedBackground({ bot: { aiBotId, image } }: { bot: Pick<AiBotInfo, 'aiBotId' | 'image'> }) {
  const [request, refetch] = useQuery(() => api.aiBot.getAllAiBackground({}), []);
  // The choice is shown before it is saved.
  const [pending, setPending] = useState<string | null>(null);
  const [busy, act] = useAction();
  const choose = async (picture: string) => {
    setPending(picture);
    await act(async () => {
      await api.aiBot.updateAiBotBackground({ aiBotId, image: picture });
      await engine.refreshBots({});
    });
    setPending(null);
  };
  return (
    <>
      <QueryStatus request={request} refetch={refetch} rows={3} />
      {request.status === 'ready' && (
        <BackgroundChoice
          pictures={request.answer.list}
          value={pending ?? image}
          onChange={(picture) => !busy && void choose(picture)}
        />
      )}
    </>
  );
}
