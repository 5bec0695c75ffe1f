// The parts of the sign-in that load after its first paint.
export { CodeStep } from './CodeStep.tsx';
export { WalletPanel } from './wallet/WalletPanel.tsx';
