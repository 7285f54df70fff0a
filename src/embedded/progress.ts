/** Logs `what`, and every ten seconds the elapsed time; the returned function stops it and logs the total. */
export function reportProgress(log: (line: string) => void, what: string): () => void {
  const start = performance.now();
  const elapsed = () => `${Math.round((performance.now() - start) / 1_000)} s`;
  log(`${what} …`);
  const timer = setInterval(() => log(`  still at it, ${elapsed()}`), 10_000);
  return () => {
    clearInterval(timer);
    log(`  done with that after ${elapsed()}`);
  };
}
