import { engine, host, recorderWorklet, serviceWorker } from '../tools/rspack/host.ts';

export default [host, engine, serviceWorker, recorderWorklet].map((build) => build(import.meta.dirname));
