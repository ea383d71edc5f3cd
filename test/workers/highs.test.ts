import wasm from '../../node_modules/highs/build/highs.wasm';
import trampoline from '../../src/engine/trampoline.wasm';
import { loadHighsWorkers } from '../../src/solver/highs.ts';
import { engineSuite } from '../solver/engine-suite.ts';

engineSuite(loadHighsWorkers(wasm, trampoline));
