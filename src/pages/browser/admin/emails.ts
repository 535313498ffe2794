import { startScreen } from './shell.ts';

await startScreen(() => {});
