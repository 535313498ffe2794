import { startCodeExamples } from './code-examples.ts';
import { startSearch } from './search.ts';
import { offerTrials } from './trials.tsx';

startCodeExamples();
startSearch();
offerTrials();
