// Says plainly how a conversation is protected, and how it is not.
import { Dialog } from '@amber/ui/Dialog';
import { strings } from './strings.ts';

interface SecurityDialogProps {
  open: boolean;
  onOpenChange(open: boolean): void;
}

/** The dialog 'Security'. */
export const SecurityDialog = (props: SecurityDialogProps) => (
  <Dialog title={strings.security} {...props}>
    <p>{strings.securityWay(location.protocol === 'https:')}</p>
    <p>{strings.securityStore}</p>
    <p>{strings.securityEnd}</p>
  </Dialog>
);
