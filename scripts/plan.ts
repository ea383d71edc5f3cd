/** `npm run -s plan -- FILE [options]`: a plan for a snapshot, in process, as a table or as JSON. */
import { readFileSync } from 'node:fs';
import { planCommand } from './plan-command.ts';

const STDIN = 0;

const printed = await planCommand(process.argv.slice(2), (file) =>
  readFileSync(file === '-' ? STDIN : file, 'utf8'),
);
process.stdout.write(printed.stdout);
process.stderr.write(printed.stderr);
process.exitCode = printed.exitCode;
