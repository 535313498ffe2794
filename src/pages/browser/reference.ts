import { enliven } from './reference/code-examples.ts';
import { startSearch } from './reference/search.ts';
import { offerTrials } from './reference/trials.tsx';

enliven();
startSearch();
offerTrials();
