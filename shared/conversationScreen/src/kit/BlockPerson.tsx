// Asks whether to block a person.
import { api } from '@amber/client/engine';
import { useAction } from '@amber/client/useAction';
import { Confirm } from '@amber/ui/Confirm';
import { words } from '../words/gen/chatMenu.ts';

interface BlockPersonProps {
  open: boolean;
  identifier: string;
  name: string;
  onClose(): void;
}

export function BlockPerson({ open, identifier, name, onClose }: BlockPersonProps) {
  const [, act] = useAction();
  return (
    <Confirm
      open={open}
      title={words.blockTitle({ name })}
      text={words.blockText({ name })}
      action={words.block}
      onCancel={onClose}
      onConfirm={() => act(() => api.contact.block({ identifier }))}
    />
  );
}
