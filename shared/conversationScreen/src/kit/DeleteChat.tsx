// Asks whether to remove a chat from the list.
import { engine } from '@amber/client/engine';
import { useAction } from '@amber/client/useAction';
import { Confirm } from '@amber/ui/Confirm';
import { words } from '../words/gen/chatMenu.ts';

interface DeleteChatProps {
  open: boolean;
  conversationId: string;
  name: string;
  onClose(): void;
  onDeleted(): void;
}

export function DeleteChat({ open, conversationId, name, onClose, onDeleted }: DeleteChatProps) {
  const [, act] = useAction();
  return (
    <Confirm
      open={open}
      title={words.deleteTitle}
      text={words.deleteText({ name })}
      action={words.delete}
      onCancel={onClose}
      onConfirm={async () => {
        const isDone = await act(() => engine.hideConversation({ conversationId }));
        if (isDone) onDeleted();
        return isDone;
      }}
    />
  );
}
