// Actions that end a guarantee need a confirmation: a feature requests it, and the host shows a dialog of its own.

/** What the person confirms. */
export type HostAction =
  | { kind: 'acceptKeys'; identifier: string }
  | { kind: 'verifyPerson'; identifier: string; safetyNumber: string }
  | { kind: 'startOver' }
  | { kind: 'sendUnencrypted'; id: string }
  | { kind: 'stopEncrypting'; conversationId: string };

/** Shows the dialog and resolves to whether the person agreed. */
export type ConfirmAction = (action: HostAction) => Promise<boolean>;

let confirm: ConfirmAction | undefined;

/** Called by the host once; the first one stays. */
export function setConfirmationHandler(handler: ConfirmAction): void {
  confirm ??= handler;
}

/** Resolves to whether the person agreed; to false without a host. */
export const requestConfirmation: ConfirmAction = async (action) => (await confirm?.(action)) ?? false;
