import { engine, host, serviceWorker } from '../tools/rspack/host.ts';

export default [host(import.meta.dirname), engine(import.meta.dirname), serviceWorker(import.meta.dirname)];
