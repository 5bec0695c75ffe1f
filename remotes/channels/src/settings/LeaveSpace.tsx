// Confirms leaving a space.
import { useAction } from '@amber/client/useAction';
import { engine } from '@amber/client/engine';
import { placeName } from '@amber/client/seededNames';
import type { Space } from '@amber/proto';
import { Confirm } from '@amber/ui/Confirm';
import { words as strings } from '../words/gen/channels.ts';

const words = strings.leave;

interface LeaveSpaceProps {
  open: boolean;
  space: Pick<Space, 'spaceId' | 'spaceName'>;
  onClose(): void;
}

/** The engine's event navigates away, in every tab. */
export function LeaveSpace({ open, space: { spaceId, spaceName }, onClose }: LeaveSpaceProps) {
  const [, act] = useAction();
  return (
    <Confirm
      open={open}
      title={words.title({ name: placeName(spaceId, spaceName) })}
      text={words.text}
      action={words.action}
      onCancel={onClose}
      onConfirm={() => void act(() => engine.quitSpace({ spaceId }))}
    />
  );
}
