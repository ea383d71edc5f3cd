/**
 * A queue of one: a task starts when the one before it has settled. In a Worker a search waits for nothing but promises
 * of its own, so no request ever waits for a promise of another one; in Node, loading HiGHS does let others in.
 */
export function oneAtATime(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const result = last.then(task);
    last = result.catch(() => undefined);
    return result;
  };
}
