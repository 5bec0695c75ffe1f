// The dialog that asks first, by the name that this folder knows.
export { Confirm } from '@amber/ui/Confirm';
