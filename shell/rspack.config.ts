import { engine, host } from '../tools/rspack/host.ts';

export default [host(import.meta.dirname), { ...engine(import.meta.dirname), dependencies: ['host'] }];
