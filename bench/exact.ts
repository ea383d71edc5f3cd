import { parseArgs } from 'node:util';
import { COMPARED, runScip } from './exact/scip.ts';
import { isDirty, measuredCommit } from './exact/seeds.ts';
import { Answers } from './others/ask.ts';

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'scip' },
    commit: { type: 'string' },
  },
});
const commit = values.commit ?? measuredCommit();
if (isDirty()) console.error('Files differ from the commit that is measured.');
for (const part of values.part.split(',')) {
  if (part === 'scip') runScip(commit, new Answers('scip'), COMPARED);
}
