import wasm from '../../node_modules/highs/build/highs.wasm';
import { createEngine, loadHighsWorkers } from '../solver/highs.ts';
import trampoline from './trampoline.wasm';

/** The engine of this isolate. Wrangler has no loader for the package's own export `highs/runtime`. */
export const engine = createEngine(loadHighsWorkers(wasm, trampoline));
