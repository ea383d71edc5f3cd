import { budgetQuestions } from './compare-budgets.ts';
import { MODELLED, placementQuestions } from './compare-placement.ts';
import { quantityQuestions } from './compare-quantities.ts';
import { requestsQuestions } from './compare-requests.ts';
import { selectorQuestions } from './compare-selectors.ts';
import { ask, build } from './program.ts';
import { Report } from './report.ts';

/**
 * Holds our reading of Kubernetes' rules against Kubernetes' own code: `npm run test:oracle [-- SEED]`. What is compared, and what
 * is not, stands in README.md. The last line is `N passed, N failed`, counted in comparisons.
 */

const CLUSTERS = 1100;
const LEAST_VERDICTS = 50_000;
const LEAST_DECISIVE = 500;
const LEAST_VALUES = 10_000;

const seed = Number(process.argv[2] ?? 1);
console.log('building the oracle: minutes the first time');
try {
  build();
} catch (error) {
  console.error(`FAILED: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
console.log(`seed ${seed}`);

const quantities = new Report('quantities (ParseQuantity)');
await ask(quantityQuestions(seed, 20_000, quantities));
quantities.within('quantities that are valid', LEAST_VALUES);

const selectors = new Report('label selectors (LabelSelectorAsSelector)');
await ask(selectorQuestions(seed, 12_000, selectors));
selectors.within('selectors that are valid', LEAST_VALUES);
selectors.within('selectors that tell labels apart', 3000);

const requests = new Report('effective requests (PodRequests)');
await ask(requestsQuestions(seed, 12_000, requests));
for (const what of ['a resize', 'init containers', 'sidecars', 'overhead', 'requests of their own'])
  requests.within(`pods with ${what}`, 3000);

const budgets = new Report('disruptions allowed (the disruption controller)');
await ask(budgetQuestions(seed, 1500, budgets));
budgets.within('budgets that allow a disruption', 500);
budgets.within('budgets that allow none', 500);
budgets.within('budgets over pods of an owner without a scale', 50);
budgets.within('moves of one replica that a budget judges', 1000);

const moments = new Report('a pod on a node in the middle of a slot (the filter plugins)');
const slots = new Report('a slot of two to four moves in every order (the filter plugins)');
await ask(placementQuestions(seed, CLUSTERS, moments, slots));
moments.within('verdicts', LEAST_VERDICTS);
const verdicts = moments.counts.get('verdicts') ?? 0;
moments.within('verdicts that are feasible', 0.3 * verdicts, 0.7 * verdicts);
moments.within('verdicts with another move under way', 0.3 * verdicts);
for (const rule of MODELLED) moments.within(`verdicts in which ${rule} alone refuses`, LEAST_DECISIVE);
slots.within('slots that hold in every order', 500);
slots.within('slots that do not', 500);

const reports = [quantities, selectors, requests, budgets, moments, slots];
for (const report of reports) report.print();
const [passed, failed] = (['passed', 'failed'] as const).map((key) =>
  reports.reduce((sum, report) => sum + report[key], 0),
);
console.log(`${passed} passed, ${failed} failed`);
if (failed > 0) process.exitCode = 1;
