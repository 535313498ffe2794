import { availableParallelism } from 'node:os';
import { hash } from '@node-rs/argon2';

/** Only the hash, with Latchkey's parameters, on every core: no service that hashes can be faster. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

const seconds = Number(process.argv[2]);
let hashes = 0;
const work = async (endMs: number) => {
  while (performance.now() < endMs) {
    await hash('Analytical1', PARAMETERS);
    hashes += 1;
  }
};
const run = (endMs: number) => Promise.all(Array.from({ length: availableParallelism() }, () => work(endMs)));

await run(performance.now() + 200);
hashes = 0;
const startedMs = performance.now();
await run(startedMs + seconds * 1000);
process.stdout.write(String(hashes / ((performance.now() - startedMs) / 1000)));
