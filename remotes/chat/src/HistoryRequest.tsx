// Asks whether to send a chat's history to another device of mine.
import { engine } from '@amber/client/engine';
import { showError } from '@amber/client/showError';
import { Confirm } from '@amber/ui/Confirm';
import { words } from './words/gen/history.ts';

interface HistoryRequestProps {
  open: boolean;
  requestId: string;
  onClose(): void;
}

export const HistoryRequest = ({ open, requestId, onClose }: HistoryRequestProps) => (
  <Confirm
    open={open}
    title={words.title}
    text={words.text}
    cancel={words.refuse}
    action={words.allow}
    variant="primary"
    onCancel={onClose}
    onConfirm={() => void engine.allowHistory({ requestId }).catch(showError)}
  />
);
