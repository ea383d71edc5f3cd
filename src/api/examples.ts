import check from '../../examples/hand/check.json' with { type: 'json' };
import plan from '../../examples/hand/plan.json' with { type: 'json' };
import reasons from '../../examples/hand/reasons.json' with { type: 'json' };
import snapshot from '../../examples/hand/snapshot.json' with { type: 'json' };

/** The bodies that the API's description shows: the example that can be worked out by hand. */
export const example = {
  snapshot,
  plan,
  /** What a check needs of a plan: its moves. */
  moves: { slots: plan.slots.map(({ moves }) => ({ moves })) },
  check,
  explanation: { plan, ...reasons },
};

/** An id as plans have them. */
export const EXAMPLE_ID = 'pln_5b0f2c6e9d3a4187b2c4d6e8f0a1b3c5';

/** A solver version as plans state it. */
export const EXAMPLE_VERSION = plan.solverVersion;
