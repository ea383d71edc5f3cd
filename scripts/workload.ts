/** `npm run -s workload -- [options]`: the snapshot of a random deployment. */
import { workloadCommand } from './workload-command.ts';

const printed = workloadCommand(process.argv.slice(2));
process.stdout.write(printed.stdout);
process.stderr.write(printed.stderr);
process.exitCode = printed.exitCode;
