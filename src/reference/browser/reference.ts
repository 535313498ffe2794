import { enliven } from './code-examples.ts';
import { startSearch } from './search.ts';
import { offerTrials } from './trials.tsx';

enliven();
startSearch();
offerTrials();
