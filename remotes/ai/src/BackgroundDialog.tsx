// Changes the background of one's bot; each choice is saved at once and visible in the chat.
import { api, engine } from '@amber/client/engine';
import { useAction } from '@amber/client/useAction';
import { useQuery } from '@amber/client/useQuery';
import { QueryStatus } from '@amber/conversation-screen/QueryStatus';
import type { AiBotInfo } from '@amber/proto';
import { Dialog } from '@amber/ui/Dialog';
import { useState } from 'react';
import { BackgroundChoice } from './BackgroundChoice.tsx';
import { words as strings } from './words/gen/ai.ts';

interface BackgroundDialogProps {
  bot: Pick<AiBotInfo, 'aiBotId' | 'image'>;
  onClose(): void;
}

export const BackgroundDialog = ({ bot, onClose }: BackgroundDialogProps) => (
  <Dialog title={strings.form.background} open onOpenChange={(open) => !open && onClose()}>
    <Choice {...bot} />
  </Dialog>
);

function Choice({ aiBotId, image }: BackgroundDialogProps['bot']) {
  const [request, refetch] = useQuery(() => api.aiBot.getAllAiBackground({}), []);
  const [chosen, setChosen] = useState(image);
  const [busy, act] = useAction();
  const choose = async (picture: string) => {
    const before = chosen;
    setChosen(picture);
    const isSaved = await act(async () => {
      await api.aiBot.updateAiBotBackground({ aiBotId, image: picture });
      await engine.refreshBots({});
    });
    if (!isSaved) setChosen(before);
  };
  return (
    <>
      <QueryStatus request={request} refetch={refetch} rows={3} />
      {request.status === 'ready' && (
        <BackgroundChoice
          pictures={request.answer.list}
          value={chosen}
          onChange={(picture) => !busy && void choose(picture)}
        />
      )}
    </>
  );
}
